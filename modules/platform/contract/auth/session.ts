import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';

/** Doors: portals, login, the logged-in user and their menus. Paths and payloads are the seed's. */

export const text3 = z.object({ zh_CN: z.string(), zh_TW: z.string(), en: z.string() });

export const portalSchema = z.object({
  portalId: z.string(),
  route: z.string(),
  title: text3,
  subtitle: text3.nullable(),
  layout: z.enum(['right', 'center', 'compact']),
  color: z.string().nullable(),
  homePath: z.string().nullable(),
  rememberAllowed: z.boolean(),
  navGroup: z.string().nullable(),
  /** Addresses of public pictures; the product's own where there is none. */
  logo: z.string().nullable(),
  background: z.string().nullable(),
  /** Leads to the page that offers the phone apps. */
  showDownload: z.boolean(),
  orderNum: z.number(),
  status: z.enum(['enabled', 'disabled']),
});
export type Portal = z.output<typeof portalSchema>;

export const portals = endpoint({
  method: 'GET',
  path: 'sys/auth/portals',
  // Public: the page that lists the login pages is shown before login.
  access: 'public',
  data: z.array(portalSchema),
});

/** The face of one login page: by its route, by a portal id, or by the host it is served under; the portal `all` otherwise. */
export const portal = endpoint({
  method: 'GET',
  path: 'sys/auth/portal',
  // Public: a login page needs its look before anybody has logged in.
  access: 'public',
  query: z.strictObject({
    route: z.string().max(100).optional(),
    loginId: z.string().max(60).optional(),
    host: z.string().max(200).optional(),
  }),
  /** `captchaNow`: this address has failed so often that the form begins with a captcha. The rest is the tenant's configuration. */
  data: portalSchema.extend({
    captchaNow: z.boolean(),
    favicon: z.string().nullable(),
    supportPhone: z.string().nullable(),
    copyright: text3.nullable(),
    icpNo: z.string().nullable(),
    policeNo: z.string().nullable(),
    /** A demo world: the page offers its accounts. */
    demo: z.boolean(),
  }),
});
export type PortalFace = z.output<typeof portal.data>;

/** A picture of four letters, good for one attempt. */
export const captcha = endpoint({
  method: 'GET',
  path: 'sys/auth/captcha',
  // Public: the login form asks for it after failed attempts.
  access: 'public',
  data: z.object({
    captchaId: z.string(),
    /** A data URL. */
    image: z.string(),
    expiresIn: z.number(),
  }),
});
export type Captcha = z.output<typeof captcha.data>;

/** Proof of work as altcha-lib defines it. */
export const workSchema = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string().optional(),
    expiresAt: z.number().optional(),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  }),
  signature: z.string().optional(),
});
export type Work = z.output<typeof workSchema>;

/** For one login attempt under one name: a challenge for the device's key to sign, and work of the level asked for (0: none). */
export const challenge = endpoint({
  method: 'POST',
  path: 'sys/auth/challenge',
  // Public: a login attempt has no session yet.
  access: 'public',
  body: z.strictObject({ username: z.string().trim().max(64), work: z.int().min(0).max(2).default(0) }),
  data: z.object({ challenge: z.string(), work: workSchema.nullable(), expiresIn: z.number() }),
});

/** `signature` is ECDSA P-256 with SHA-256 over `mulian login`, the challenge and the username as sent, joined by line feeds; base64url, r and s. */
const deviceProof = z.strictObject({ publicKey: z.string().max(200), signature: z.string().max(120) });
const workProof = z.string().max(2000);

/** A login that is through, or the step it stopped at, with the ticket to go on. */
export const loginAnswer = z.discriminatedUnion('step', [
  z.object({ step: z.literal('done'), token: z.string() }),
  z.object({ step: z.enum(['mfa', 'changePassword', 'enrol']), stepTicket: z.string() }),
]);
export type LoginAnswer = z.output<typeof loginAnswer>;

export const login = endpoint({
  method: 'POST',
  path: 'sys/auth/login',
  // Public: this is the login; attempts are limited.
  access: 'public',
  body: z.strictObject({
    username: z.string().trim().min(1).max(64),
    password: z.string().min(1).max(128),
    portalId: z.string().max(60),
    remember: z.boolean().default(false),
    captchaId: z.string().max(60).optional(),
    captchaCode: z.string().max(20).optional(),
    challenge: z.string().max(60).optional(),
    device: deviceProof.optional(),
    /** `{challenge, solution}` as JSON. */
    work: workProof.optional(),
  }),
  data: loginAnswer,
});

/** Trades the ticket of a login that stopped at "change your password first" for a session. */
export const changeExpired = endpoint({
  method: 'POST',
  path: 'sys/auth/changeExpired',
  // Public: takes the one-time ticket of a login that must change its password first.
  access: 'public',
  body: z.strictObject({
    stepTicket: z.string().max(100),
    newPassword: z.string().max(128),
    repeatNewPassword: z.string().max(128),
  }),
  data: loginAnswer,
});

export const logout = endpoint({
  method: 'POST',
  path: 'sys/auth/logout',
  access: 'session',
  body: z.strictObject({}),
  data: z.null(),
});

export const passwordPolicy = endpoint({
  method: 'GET',
  path: 'sys/auth/passwordPolicy',
  // Public: the form that changes an expired password shows these rules before login.
  access: 'public',
  data: z.object({
    minLength: z.number(),
    maxLength: z.number(),
    classes: z.number(),
    history: z.number(),
    maxAgeDays: z.number(),
  }),
});

export const updatePassword = endpoint({
  method: 'POST',
  path: 'sys/user/updatePassword',
  access: 'session',
  body: z.strictObject({
    oldPassword: z.string().min(1).max(128),
    newPassword: z.string().min(1).max(128),
    repeatNewPassword: z.string().min(1).max(128),
  }),
  data: z.null(),
  action: 'config',
});

export const menuItemSchema = z.object({
  id: z.number(),
  menuName: z.string(),
  menuNameTw: z.string(),
  menuNameEn: z.string(),
  /** 0 is left out of the menu; its page stays reachable by link. */
  visible: z.union([z.literal(0), z.literal(1)]),
  /** 1 first level, 2 directory, 3 page, 4 action. */
  menuType: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  orderNum: z.number(),
  parentId: z.number().nullable(),
  path: z.string().nullable(),
  icon: z.string().nullable(),
  permission: z.string().nullable(),
  /** 0 inside, 1 new tab, 2 iframe. */
  linkType: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  keepAlive: z.boolean(),
  /** `list`, `form`, `detail`, `board`, … as in the screen catalogue; null for directories. */
  kind: z.string().nullable(),
  systemId: z.number(),
  /** For a page outside the menu: the path of the entry it belongs to. */
  ownerPath: z.string().nullable(),
});
export type MenuItem = z.output<typeof menuItemSchema>;

export const firstMenuSchema = z.object({
  id: z.number(),
  menuName: z.string(),
  menuNameTw: z.string(),
  menuNameEn: z.string(),
  icon: z.string().nullable(),
  orderNum: z.number(),
});
export type FirstMenu = z.output<typeof firstMenuSchema>;

export const noticeTypes = ['notice', 'warning', 'reminder', 'system'] as const;
export const remindersSchema = z.object({ sound: z.boolean(), popTypes: z.array(z.enum(noticeTypes)).max(4) });
export type Reminders = z.output<typeof remindersSchema>;

export const userInfoSchema = z.object({
  userId: z.number(),
  username: z.string(),
  nickname: z.string(),
  avatar: z.string().nullable(),
  /** Masked. */
  phone: z.string().nullable(),
  sex: z.string().nullable(),
  email: z.string().nullable(),
  deptName: z.string().nullable(),
  /** Names of the posts, in the reader's language. */
  posts: z.array(z.string()),
  /** 0 operator, 1 one of the tenant's three administrators, 2 principal_admin, 3 everybody else. */
  roleFlag: z.number(),
  roles: z.array(z.object({ roleCode: z.string(), roleName: z.string() })),
  actions: z.array(z.string()),
  menus: z.array(menuItemSchema),
  firstMenus: z.array(firstMenuSchema),
  /** Every page the user may open, whichever first-level menu it stands under: a deep link must not depend on the menu shown. */
  pages: z.array(menuItemSchema),
  /** Paths of messages, tasks and alarms, which belong to no system's work: the bell leads to them. */
  servesAll: z.array(z.string()),
  principalId: z.number().nullable(),
  principalName: z.string().nullable(),
  principalLevel: z.number().nullable(),
  principalType: z.string().nullable(),
  tenantNo: z.number(),
  tenantName: z.string(),
  tenantStatus: z.string(),
  /** Days the service still runs, told to administrators in its last thirty; null otherwise. */
  tenantDaysLeft: z.number().nullable(),
  villageLatitude: z.number().nullable(),
  villageLongitude: z.number().nullable(),
  regionCode: z.number().nullable(),
  regionName: z.string().nullable(),
  jurisdiction: z.array(z.object({ regionCode: z.number(), regionName: z.string(), level: z.number() })),
  lastLoginTime: z.string().nullable(),
  passwordDaysLeft: z.number(),
  /** From how many days on its owner is reminded. */
  passwordWarnDays: z.number(),
  mfaEnabled: z.boolean(),
  /** Which notices pop up by themselves, and whether they are heard. */
  reminders: remindersSchema,
  /** Every page carries the reader's name. */
  watermark: z.boolean(),
  permVersion: z.number(),
  /** First permitted of the portal's and the tenant's home page; null: take the first visible page. */
  homePath: z.string().nullable(),
  serverTime: z.string(),
});
export type UserInfo = z.output<typeof userInfoSchema>;

export const getUserInfo = endpoint({
  method: 'GET',
  path: 'sys/user/getUserInfo',
  access: 'session',
  data: userInfoSchema,
});

/** Menus below one first-level menu; absent or not granted: the first granted one. */
export const getUserWebMenuByFirstMenuId = endpoint({
  method: 'GET',
  path: 'sys/user/getUserWebMenuByFirstMenuId',
  access: 'session',
  query: z.strictObject({ menuId: idSchema.optional() }),
  data: z.array(menuItemSchema),
});
