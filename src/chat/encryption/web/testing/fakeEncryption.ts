import { vi } from 'vitest'
import { makeStore } from '#web/api/store.ts'
import type { DeviceKind, OwnDevice, PublicDevice } from '../../encryption.shapes.contract.ts'
import { type ConversationEncryption, type DeviceState, type EncryptionScreens, type PersonNews, WrongCodeError } from '../encryption.ts'

export const at = '2026-11-20T05:30:00.000Z'
export const laterAt = '2026-11-21T05:30:00.000Z'

/** Ids have 43 characters. */
export const deviceId = (name: string): string => name.padEnd(43, '0')

const publicDevice = (name: string, userId: string, kind: PublicDevice['kind'] = 'browser'): PublicDevice => ({
  deviceId: deviceId(name),
  userId,
  kind,
  publicKeyPem: '',
  signingKeyPem: null,
  createdAt: at,
  revokedAt: null,
})

/** A device of Asha’s; `here` is this browser. */
export const ownDevice = (id: string, name: string, more: Partial<OwnDevice> = {}): OwnDevice => ({
  ...publicDevice(id, 'student-1', more.kind),
  _id: deviceId(id),
  name,
  lastSeenAt: laterAt,
  state: 'trusted',
  consent: null,
  ...more,
})

export const open: ConversationEncryption = {
  isEncrypted: false,
  whyNotEnable: null,
  canSend: true,
  cannotSend: null,
  readers: [],
  news: [],
  isVerified: false,
  wasVerified: false,
  verifiedName: null,
}
export const encrypted: ConversationEncryption = { ...open, isEncrypted: true }

/** News about a person, without any changes. */
export const newsOf = (userId: string, more: Partial<PersonNews> = {}): PersonNews => ({
  userId,
  head: { generation: 0, root: 'root', number: 1, head: `head of ${userId}` },
  devices: [],
  startedOver: false,
  forked: false,
  replacedCode: false,
  isNewMember: false,
  ...more,
})

/** News that a person uses another device. */
export const newDevice = (userId: string, name: string, kind: DeviceKind = 'browser'): PersonNews =>
  newsOf(userId, { devices: [{ deviceId: deviceId(name), kind }] })

export const rightCode = 'ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345'
export const sixtyDigits = '1234567890'.repeat(6)
export const fifteenDigits = '123456789012345'

const plain = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase()

const states = new Set<DeviceState>(['ready', 'outdated', 'pending', 'startedOver'])

/** Encryption controlled by the test, which records its calls. */
export const fakeEncryption = (state: ConversationEncryption = open, device: DeviceState = 'ready') => {
  const conversation = makeStore<ConversationEncryption | undefined>(state)
  const stateOfDevice = makeStore<DeviceState>(device)
  const isPersistent = makeStore<boolean | null>(null)
  const done = async () => undefined
  const save = vi.fn(done)
  const become = (next: DeviceState) => {
    encryption.deviceId.set(deviceId('here'))
    stateOfDevice.set(next)
  }
  const isSame = (typed: string) => plain(typed) === plain(rightCode)
  const encryption = {
    device: stateOfDevice,
    deviceId: makeStore<string | null>(states.has(device) ? deviceId('here') : null),
    isPersistent,
    setUp: vi.fn<EncryptionScreens['setUp']>(async () => ({
      code: rightCode,
      isSame,
      save: async () => {
        await save()
        become('ready')
      },
    })),
    requestAccess: vi.fn(async () => become('pending')),
    pendingCode: vi.fn(async () => fifteenDigits),
    confirmPending: vi.fn(async (_: string) => {
      become('ready')
      return true
    }),
    conversation: () => conversation,
    invalidateKeys: vi.fn<EncryptionScreens['invalidateKeys']>(),
    enable: vi.fn(async (_: string) => conversation.set(encrypted)),
    acceptNews: vi.fn<EncryptionScreens['acceptNews']>(async () =>
      conversation.set({ ...state, news: [], cannotSend: null, wasVerified: false }),
    ),
    safetyNumber: vi.fn<EncryptionScreens['safetyNumber']>(async () => sixtyDigits),
    setVerified: vi.fn<EncryptionScreens['setVerified']>(async (_, compared) =>
      conversation.set({ ...encrypted, isVerified: compared !== null, verifiedName: compared?.name ?? null }),
    ),
    makeRecoveryCode: vi.fn(async () => ({ code: rightCode, isSame, save })),
    recoverWithCode: vi.fn(async (code: string, isKept: boolean) => {
      if (!isSame(code)) throw new WrongCodeError()
      stateOfDevice.set(isKept ? 'ready' : 'recovery')
    }),
    confirmCode: vi.fn(async () => fifteenDigits),
    shareWith: vi.fn<EncryptionScreens['shareWith']>(async (_, onProgress) => onProgress(1, 1)),
    checkOwnLists: vi.fn(done),
    removeDevice: vi.fn<EncryptionScreens['removeDevice']>(done),
    wipe: vi.fn(done),
    isLast: vi.fn(async () => false),
  } satisfies EncryptionScreens
  return { encryption, state: conversation, save }
}
