import * as z from 'zod/mini'
import { DeviceId, KeyVersion } from '#chat/conversations/conversations.encryption.contract.ts'
import { endpoint } from '#contract/endpoint.ts'
import { byId, Id, Instant, orEmpty, text } from '#contract/fields.ts'
import { list, paging } from '#contract/paging.ts'
import { encryptionLimits } from './encryption.limits.ts'
import { listCalls, listErrors, SealedKeys } from './encryption.lists.contract.ts'
import {
  Consent,
  EncryptionStatus,
  encryptionErrors,
  Members,
  OwnDevice,
  PublicDevice,
  VersionHeader,
  WrappedKey,
} from './encryption.shapes.contract.ts'

/** A public key as SPKI in PEM. */
const Pem = z
  .string(encryptionErrors.deviceInvalid.message)
  .check(
    z.minLength(1, encryptionErrors.deviceInvalid.message),
    z.maxLength(encryptionLimits.publicKeyPem, encryptionErrors.deviceInvalid.message),
  )

const deviceName = text({ max: encryptionLimits.deviceName })

const deviceIds = (message: string) =>
  z.pipe(
    z.string(message),
    z.pipe(
      z.transform((sent: string) => sent.split(',')),
      z.array(DeviceId, message).check(z.minLength(1, message), z.maxLength(encryptionLimits.devicesAsked, message)),
    ),
  )

const Recovery = z.object({
  deviceId: DeviceId,
  publicKeyPem: z.string(),
  signingKeyPem: z.string(),
  sealedKeys: z.string(),
  createdAt: Instant,
})

export const encryptionApi = {
  ...listCalls,
  registerDevice: endpoint({
    method: 'PUT',
    path: '/user/encryption/public-key',
    access: 'member',
    changes: ['devices'],
    summary:
      'Adds this browser to your devices, by its public keys; a known one stays as it is and counts as seen. If you have a device list, the device is pending until a list adds it',
    body: z.object({
      publicKeyPem: Pem,
      signingKeyPem: z.optional(Pem),
      deviceName: orEmpty(deviceName),
      consent: z.nullish(Consent),
    }),
    reply: OwnDevice,
    errors: encryptionErrors,
  }),
  devices: endpoint({
    method: 'GET',
    path: '/user/encryption/devices',
    access: 'member',
    shows: ['devices'],
    summary: 'Your devices that were not removed, the one that was seen last first',
    reply: list(OwnDevice),
  }),
  removeDevice: endpoint({
    method: 'DELETE',
    path: '/user/encryption/devices/:id',
    access: 'member',
    changes: ['devices'],
    summary: 'Removes one of your devices: it can read nothing that is sent afterwards',
    params: byId,
  }),
  unshared: endpoint({
    method: 'GET',
    path: '/user/encryption/devices/:id/keys',
    access: 'member',
    shows: [],
    summary: 'Which keys of your conversations the device `from` has and this one does not, both your own',
    params: byId,
    query: z.object({ ...paging, from: DeviceId }),
    reply: list(z.object({ conversation: Id, keyVersions: z.array(z.int()) })),
    errors: encryptionErrors,
  }),
  shareKeys: endpoint({
    method: 'PUT',
    path: '/user/encryption/devices/:id/keys',
    access: 'member',
    changes: [],
    summary: 'Gives one of your devices keys that another one of them has',
    params: byId,
    body: z.object({
      byDevice: DeviceId,
      keys: z
        .array(z.object({ conversation: Id, keyVersion: KeyVersion, ...WrappedKey.shape }))
        .check(z.maxLength(encryptionLimits.keysAtOnce, `Please share at most ${encryptionLimits.keysAtOnce} keys at once`)),
    }),
    reply: z.object({ shared: z.int() }),
    errors: encryptionErrors,
  }),
  recovery: endpoint({
    method: 'GET',
    path: '/user/encryption/recovery',
    access: 'member',
    shows: ['devices'],
    summary: 'Your recovery device, encrypted with the recovery code',
    reply: Recovery,
    errors: encryptionErrors,
  }),
  saveRecovery: endpoint({
    method: 'PUT',
    path: '/user/encryption/recovery',
    access: 'member',
    changes: ['devices'],
    summary: 'Takes a new recovery device in place of the one before, whose code opens nothing any more',
    body: z.object({ publicKeyPem: Pem, signingKeyPem: Pem, sealedKeys: SealedKeys }),
    reply: Recovery,
    errors: { ...encryptionErrors, ...listErrors },
  }),
  status: endpoint({
    method: 'GET',
    path: '/chat/conversations/:id/encryption',
    access: 'member',
    shows: [],
    summary: 'How one of your conversations is encrypted, with its key as your `device` can open it',
    params: byId,
    query: z.object({ device: z.optional(DeviceId) }),
    reply: EncryptionStatus,
  }),
  saveKey: endpoint({
    method: 'PUT',
    path: '/chat/conversations/:id/encryption',
    access: 'member',
    changes: [],
    summary: 'Takes a new version of the key of a conversation, wrapped for every device of every member; the first encrypts it for good',
    params: byId,
    body: z.object({
      keyVersion: KeyVersion,
      byDevice: z.optional(DeviceId),
      members: z.optional(Members),
      header: z.nullish(VersionHeader),
      wrappedKeys: z.array(WrappedKey, 'Please send the wrapped keys').check(z.maxLength(encryptionLimits.wrappedKeys, 'Too many devices')),
    }),
    rate: 'send',
    reply: EncryptionStatus,
    errors: encryptionErrors,
  }),
  knownDevices: endpoint({
    method: 'GET',
    path: '/chat/conversations/:id/encryption/devices',
    access: 'member',
    shows: [],
    summary:
      'The public keys of devices that have written in one of your conversations or made a key of it, removed ones too; `ids` with commas',
    params: byId,
    query: z.object({ ids: deviceIds('Please name devices') }),
    reply: z.object({ items: z.array(PublicDevice) }),
  }),
}
