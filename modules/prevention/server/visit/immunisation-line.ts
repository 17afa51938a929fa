import type { Tx } from '#kit/server/db/database.ts';
import type { JudgedLine } from './judge-sheet.ts';

export async function insertLines(tx: Tx, visitId: number, lines: readonly JudgedLine[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.query(
    `insert into prevention.immunisation_line (tenant_no, visit_id, line_no, vaccine_code, vaccine_name, material_id, lot_id, lot_no, disease_codes, route, tagged_head, untagged, doses_used)
     select $1, $2, l.line_no, l.vaccine_code, l.vaccine_name, l.material_id, l.lot_id, l.lot_no, array(select jsonb_array_elements_text(l.disease_codes)), l.route, l.tagged_head,
       l.untagged, l.doses_used
     from jsonb_to_recordset($3::jsonb) l(line_no int, vaccine_code text, vaccine_name text, material_id bigint, lot_id bigint, lot_no text, disease_codes jsonb, route text,
       tagged_head int, untagged jsonb, doses_used int)`,
    [
      tx.scope.tenantNo,
      visitId,
      JSON.stringify(
        lines.map((line) => ({
          line_no: line.lineNo,
          vaccine_code: line.vaccine.vaccineCode,
          vaccine_name: line.vaccine.name,
          material_id: line.materialId,
          lot_id: line.lotId,
          lot_no: line.lotNo,
          disease_codes: line.vaccine.diseaseCodes,
          route: line.vaccine.route,
          tagged_head: line.taggedHead,
          untagged: line.untagged,
          doses_used: line.doses,
        })),
      ),
    ],
  );
}
