import { vi } from 'vitest'
import { makeStore } from '#web/api/store.ts'
import type { OwnDevice, PublicDevice } from '../../encryption.shapes.contract.ts'
import { type ConversationEncryption, type DeviceState, type EncryptionScreens, WrongCodeError } from '../encryption.ts'

export const at = '2026-11-20T05:30:00.000Z'
export const laterAt = '2026-11-21T05:30:00.000Z'

/** Ids have 43 characters. */
export const deviceId = (name: string): string => name.padEnd(43, '0')

export const publicDevice = (name: string, userId: string, kind: PublicDevice['kind'] = 'browser'): PublicDevice => ({
  deviceId: deviceId(name),
  userId,
  kind,
  publicKeyPem: '',
  signingKeyPem: null,
  createdAt: at,
  revokedAt: null,
})

/** A device of Asha's; `here` is this browser. */
export const ownDevice = (id: string, name: string, more: Partial<OwnDevice> = {}): OwnDevice => ({
  ...publicDevice(id, 'student-1', more.kind),
  _id: deviceId(id),
  name,
  lastSeenAt: laterAt,
  ...more,
})

export const open: ConversationEncryption = {
  isEncrypted: false,
  whyNotEnable: null,
  canSend: true,
  cannotSend: null,
  newDevices: [],
  isVerified: false,
  wasVerified: false,
}
export const encrypted: ConversationEncryption = { ...open, isEncrypted: true }

export const rightCode = 'ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345'
export const sixtyDigits = '1234567890'.repeat(6)

const plain = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase()

/** Encryption that does nothing but what the test says, and remembers what it was asked. */
export const fakeEncryption = (state: ConversationEncryption = open, device: DeviceState = 'ready') => {
  const conversation = makeStore<ConversationEncryption | undefined>(state)
  const stateOfDevice = makeStore<DeviceState>(device)
  const done = async () => undefined
  const save = vi.fn(done)
  const encryption = {
    device: stateOfDevice,
    deviceId: makeStore<string | null>(device === 'ready' ? deviceId('here') : null),
    useThisBrowser: vi.fn(async () => {
      encryption.deviceId.set(deviceId('here'))
      stateOfDevice.set('ready')
    }),
    conversation: () => conversation,
    changed: vi.fn<EncryptionScreens['changed']>(),
    enable: vi.fn(async (_: string) => conversation.set(encrypted)),
    acceptDevices: vi.fn(async (_: string) => conversation.set({ ...state, newDevices: [], cannotSend: null, wasVerified: false })),
    safetyNumber: async () => sixtyDigits,
    setVerified: vi.fn(async (_: string, isVerified: boolean) => conversation.set({ ...encrypted, isVerified })),
    makeRecoveryCode: vi.fn(async () => ({ code: rightCode, isSame: (typed: string) => plain(typed) === plain(rightCode), save })),
    useRecoveryCode: vi.fn(async (code: string, isKept: boolean) => {
      if (plain(code) !== plain(rightCode)) throw new WrongCodeError()
      stateOfDevice.set(isKept ? 'ready' : 'recovery')
    }),
    confirmCode: async () => '123456789012345',
    shareWith: vi.fn<EncryptionScreens['shareWith']>(async (_, onProgress) => onProgress(1, 1)),
    wipe: vi.fn(done),
    isLast: vi.fn(async () => false),
  } satisfies EncryptionScreens
  return { encryption, state: conversation, save }
}
