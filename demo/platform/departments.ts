import type { Tx } from '#kit/server/db/database.ts';

export async function savePosts(tx: Tx): Promise<void> {
  const posts = [
    'director 站长',
    'prevention 防疫专干',
    'breeding 改良员',
    'clerk 内勤',
    'keeper 库管员',
    'vet 官方兽医',
  ];
  for (const [index, post] of posts.entries()) {
    const [code, name] = post.split(' ');
    await tx.query(
      'insert into platform.sys_post (tenant_no, post_code, post_name, principal_types, order_num) values ($1, $2, $3, $4, $5)',
      [tx.scope.tenantNo, code, name, ['authority', 'preventionStation'], (index + 1) * 10],
    );
  }
}

export async function saveDepartments(tx: Tx, ids: ReadonlyMap<string, number>): Promise<void> {
  const trees: Record<string, [name: string, leader: string, children: [string, string][]][]> = {
    root: [
      [
        '办公室',
        '周海',
        [
          ['文秘科', '刘颖'],
          ['信息中心', '王丽'],
        ],
      ],
      [
        '畜牧科',
        '孙志强',
        [
          ['种业股', '佟明'],
          ['饲料股', '韩立新'],
        ],
      ],
      [
        '动物防疫科',
        '何春花',
        [
          ['免疫股', '梁国庆'],
          ['检疫股', '吴军'],
        ],
      ],
      ['财务科', '白桂芝', []],
    ],
    'county 150521000000': [
      ['综合股', '包文华', []],
      ['防疫股', '梁建国', [['疫苗库', '席金山']]],
      ['改良股', '包苏和', []],
    ],
  };
  for (const [unit, departments] of Object.entries(trees)) {
    let order = 0;
    for (const [name, leader, children] of departments) {
      order += 10;
      const save = async (deptName: string, leaderName: string, parent: number | null, orderNum: number) => {
        const [row] = await tx.query<{ id: number }>(
          'insert into platform.sys_dept (tenant_no, principal_id, parent_id, dept_name, leader_name, order_num) values ($1, $2, $3, $4, $5, $6) returning id',
          [tx.scope.tenantNo, ids.get(unit), parent, deptName, leaderName, orderNum],
        );
        return row?.id ?? null;
      };
      const parent = await save(name, leader, null, order);
      for (const [index, [childName, childLeader]] of children.entries())
        await save(childName, childLeader, parent, order + index + 1);
    }
  }
}
