/** Pages that a role opens every day, in the order of its work; they stand first in its menu. */
export const dailyWork: Readonly<Record<string, readonly string[]>> = {
  sign_county: [
    '/sign/home',
    '/signIn/procurement',
    '/signIn/receiving',
    '/signIn/storage',
    '/signIn/stockOut',
    '/sign/packRecovery',
    '/sign/companyLedger',
    '/sign/alert',
    '/anm/task/manage',
  ],
  sign_supplier: ['/sign/home', '/signIn/procurement', '/signIn/shipment', '/signIn/receiving', '/anm/task/manage'],
  plant_clerk: ['/sign/home', '/sign/packRecovery', '/anm/task/manage'],
  trace_inspector: ['/sign/home', '/sign/tagTrace', '/sign/segment', '/sign/alert', '/anm/task/manage'],
};
