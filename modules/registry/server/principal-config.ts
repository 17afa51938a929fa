import type { Tx } from '#kit/server/db/database.ts';

/** How units work, where nobody said otherwise. */
export const configDefaults: Readonly<Record<string, string>> = {
  animal_accept_required: '1',
  death_confirm_mode: 'insuredOrPledged',
  tag_check_mode: 'strict',
  tag_due_days: 'cattle:30,sheep:30,goat:30',
  tag_photo_required: '0',
  scale_rule: 'cattle:10/50/200,sheep:30/100/500,goat:30/100/500',
  public_holder_show: '0',
  iframe_allowed_origins: '',
  self_purchase_vaccine: '0',
  depot_in_review: '1',
  box_check_mode: 'strict',
  purchase_approval_above: '5000',
};

/** What a unit says, or the nearest one above it, or the tenant's own authority, or nobody: then the default. */
export async function configOf(tx: Tx, principalId: number, code: string): Promise<string> {
  const [row] = await tx.query<{ value: string }>('select registry.config_value($1, $2) as value', [principalId, code]);
  return row?.value ?? configDefaults[code] ?? '';
}
