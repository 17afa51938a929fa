import type { Call } from '#kit/server/http/call.ts';
import { deviceParams } from '#modules/device/contract/home/params.ts';
import { paramOf } from '#modules/platform/server/index.ts';

/** Whether devices that a program plays count in the caller's tenant: they do in the demo world alone. */
export const countSimulated = async (call: Pick<Call, 'database' | 'actor'>): Promise<boolean> =>
  (await paramOf(call.database, deviceParams.countSimulated, call.actor.tenantNo)) === 1;

/** R66: a model whose code begins so is played by a program. `isCounted` is the parameter that says whether it counts. */
export const countedModel = (model: string, isCounted: string): string =>
  `(${isCounted} or ${model}.model_code not like 'SIM-%')`;

/** The same for what only names a device. */
export const countedDevice = (deviceId: string, isCounted: string): string =>
  `(${isCounted} or not exists (select 1 from device.device played
     join device.device_model model on model.id = played.model_id
     where played.id = ${deviceId} and model.model_code like 'SIM-%'))`;
