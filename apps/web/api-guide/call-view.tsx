import { Descriptions, Table, Tag, Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import s from './api.module.css';
import type { ApiCall } from './api-calls.ts';
import { MethodTag } from './method-tag.tsx';
import { type Json, notesOf, type SchemaRow, schemaRows, typeOf } from './schema-rows.ts';

interface Props {
  readonly call: ApiCall;
  readonly schemas: Readonly<Record<string, Json>>;
}

export function CallView({ call, schemas }: Props) {
  const t = useT();
  const parameters = call.parameters.map((one): SchemaRow => {
    const schema = (one.schema as Json | undefined) ?? {};
    const notes = [one.in, notesOf(schema, schemas), one.description].filter(Boolean).join('; ');
    const name = String(one.name);
    return { key: name, depth: 0, name, type: typeOf(schema, schemas), isRequired: one.required === true, notes };
  });
  return (
    <article className={s.call}>
      <h1>
        <MethodTag method={call.method} />
        <Typography.Text copyable>{call.path}</Typography.Text>
      </h1>
      <Descriptions
        column={1}
        size="small"
        items={[
          {
            key: 'access',
            label: t('shell.api.access'),
            children: (
              <span>
                {t.any(`shell.api.${call.access}`)}{' '}
                {call.permissions.map((one) => (
                  <Tag key={one}>{one}</Tag>
                ))}
              </span>
            ),
          },
          ...(call.action ? [{ key: 'action', label: t('shell.api.action'), children: call.action }] : []),
        ]}
      />
      <Part title={t('shell.api.parameters')} rows={parameters} />
      <Part title={t('shell.api.request')} rows={schemaRows(call.body, schemas)} />
      <Part
        title={`${t('shell.api.answer')}: ${call.data ? typeOf(call.data, schemas) : '-'}`}
        note={[t('shell.api.envelope'), call.isFile ? t('shell.api.file') : ''].join(' ')}
        rows={schemaRows(call.data, schemas)}
      />
    </article>
  );
}

function Part({ title, note, rows }: { readonly title: string; readonly note?: string; readonly rows: SchemaRow[] }) {
  const t = useT();
  return (
    <section>
      <h2>{title}</h2>
      {note && <p className={s.note}>{note}</p>}
      {rows.length === 0 ? (
        <Typography.Text type="secondary">{t('shell.api.nothing')}</Typography.Text>
      ) : (
        <Table
          size="small"
          pagination={false}
          rowKey="key"
          dataSource={rows}
          scroll={{ x: 640 }}
          columns={[
            {
              key: 'name',
              title: t('shell.api.name'),
              width: 240,
              render: (_, row) => <code style={{ paddingInlineStart: row.depth * 20 }}>{row.name}</code>,
            },
            { key: 'type', title: t('shell.api.type'), width: 180, dataIndex: 'type' },
            {
              key: 'required',
              title: t('shell.api.required'),
              width: 90,
              render: (_, row) => (row.isRequired ? t('kit.yes') : ''),
            },
            { key: 'notes', title: t('shell.api.notes'), dataIndex: 'notes' },
          ]}
        />
      )}
    </section>
  );
}
