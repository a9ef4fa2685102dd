import type { CannotEncrypt } from '#chat/conversations/web/messageEncryption.ts'
import type { ConversationEncryption } from '../encryption.ts'
import type { ConversationKeys } from './conversationKeys.ts'
import { coverageOf, isForked } from './coverage.ts'
import type { People } from './people.ts'
import type { ThisDevice } from './thisDevice.ts'
import { allNews, verificationOf } from './trust.ts'

type Hindered = { isContradicted: boolean; isChanged: boolean; isMissing: boolean }

const whyCannotSend = (device: ThisDevice, { isContradicted, isChanged, isMissing }: Hindered): CannotEncrypt | null => {
  if (!device.mayWrite) return device.state.get() === 'unavailable' ? 'unavailable' : 'noDevice'
  if (isContradicted) return 'contradicted'
  if (isChanged) return 'devicesChanged'
  return isMissing ? 'notSetUp' : null
}

const openConversation: Omit<ConversationEncryption, 'whyNotEnable'> = {
  isEncrypted: false,
  canSend: true,
  cannotSend: null,
  readers: [],
  news: [],
  isVerified: false,
  wasVerified: false,
  verifiedName: null,
}

/** Returns the state that screens show for a loaded conversation. */
export const stateOf = async (keys: ConversationKeys, device: ThisDevice, people: People, me: string): Promise<ConversationEncryption> => {
  const loaded = await keys.load()
  const remembered = await keys.remembered()
  const isEncrypted = loaded.enabled || remembered !== undefined
  if (!isEncrypted) return { ...openConversation, whyNotEnable: loaded.whyNotEnable }
  const pinned = await keys.pinned()
  const of = { people, me, remembered, pinned, loaded }
  const { isVerified, wasVerified, verifiedName } = await verificationOf(of)
  const { missing, members } = await coverageOf(people, loaded, pinned)
  const isContradicted = keys.isContradicted || (await isForked(people, missing))
  const cannotSend = whyCannotSend(device, { isContradicted, isChanged: wasVerified, isMissing: missing.length > 0 })
  return {
    isEncrypted,
    whyNotEnable: loaded.whyNotEnable,
    canSend: cannotSend === null,
    cannotSend,
    readers: members.map(({ userId }) => userId),
    news: remembered ? await allNews(of, device.id.get()) : [],
    isVerified,
    wasVerified,
    verifiedName,
  }
}
