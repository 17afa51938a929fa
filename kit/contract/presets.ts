import { field } from './field.ts';

/** Who made a record and when, who changed it last and when. Their labels are `label.<name>`. */
export const stamps = {
  createdByName: field.text({ max: 60, derived: true, optional: true }),
  createdAt: field.dateTime({ derived: true }),
  updatedByName: field.text({ max: 60, derived: true, optional: true }),
  updatedAt: field.dateTime({ derived: true }),
} as const;

/** For records that are switched on and off: `status: enabledStatus`, `transitions: enableDisable()`. */
export const enabledStatus = field.state('common_status', 'enabled', 'disabled');

/** `permission` is the last part of the permission string; `remark: false` disables without asking why. */
export const enableDisable = <const P extends string = 'edit'>(
  options: { readonly permission?: P; readonly remark?: boolean } = {},
) =>
  ({
    enable: { from: ['disabled'], to: 'enabled', permission: options.permission ?? 'edit' },
    disable: {
      from: ['enabled'],
      to: 'disabled',
      permission: options.permission ?? 'edit',
      remark: options.remark ?? true,
      danger: true,
    },
  }) as const;
