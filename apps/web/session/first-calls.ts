import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import type * as demo from '#modules/platform/contract/auth/demo-door.ts';
import type * as factor from '#modules/platform/contract/auth/second-factor.ts';
import type * as contract from '#modules/platform/contract/auth/session.ts';
import type * as tickets from '#modules/platform/contract/auth/ticket.ts';
import type * as reference from '#modules/platform/contract/reference/reference.ts';
import type * as config from '#modules/platform/contract/tenant/tenant-config.ts';

/**
 * The calls of the first load without their schemas: the contract's own come with zod, a tenth of the login page's
 * budget, and the client only needs to know where to send what. A test holds each against the contract.
 */
const plain = <E extends AnyEndpoint>(only: Pick<AnyEndpoint, 'method' | 'path' | 'access'>): E => only as unknown as E;

export const portal = plain<typeof contract.portal>({ method: 'GET', path: 'sys/auth/portal', access: 'public' });
export const portals = plain<typeof contract.portals>({ method: 'GET', path: 'sys/auth/portals', access: 'public' });
export const demoAccounts = plain<typeof demo.demoAccounts>({
  method: 'GET',
  path: 'sys/auth/demoAccounts',
  access: 'public',
});
export const login = plain<typeof contract.login>({ method: 'POST', path: 'sys/auth/login', access: 'public' });
export const captcha = plain<typeof contract.captcha>({ method: 'GET', path: 'sys/auth/captcha', access: 'public' });
export const challenge = plain<typeof contract.challenge>({
  method: 'POST',
  path: 'sys/auth/challenge',
  access: 'public',
});
export const mfa = plain<typeof factor.mfa>({ method: 'POST', path: 'sys/auth/mfa', access: 'public' });
export const enrolBegin = plain<typeof factor.enrolBegin>({
  method: 'POST',
  path: 'sys/auth/enrol/begin',
  access: 'public',
});
export const enrolConfirm = plain<typeof factor.enrolConfirm>({
  method: 'POST',
  path: 'sys/auth/enrol/confirm',
  access: 'public',
});
export const checkTicket = plain<typeof tickets.checkTicket>({
  method: 'POST',
  path: 'sys/auth/ticket/check',
  access: 'public',
});
export const changeExpired = plain<typeof contract.changeExpired>({
  method: 'POST',
  path: 'sys/auth/changeExpired',
  access: 'public',
});
export const passwordPolicy = plain<typeof contract.passwordPolicy>({
  method: 'GET',
  path: 'sys/auth/passwordPolicy',
  access: 'public',
});
export const configList = plain<typeof config.configList>({
  method: 'GET',
  path: 'sys/tenant/principal/configList',
  access: 'public',
});
export const getUserInfo = plain<typeof contract.getUserInfo>({
  method: 'GET',
  path: 'sys/user/getUserInfo',
  access: 'session',
});
export const getUserWebMenuByFirstMenuId = plain<typeof contract.getUserWebMenuByFirstMenuId>({
  method: 'GET',
  path: 'sys/user/getUserWebMenuByFirstMenuId',
  access: 'session',
});
export const getAllDictData = plain<typeof reference.getAllDictData>({
  method: 'GET',
  path: 'sys/dictData/all',
  access: 'session',
});
