import type { EncryptedRevision } from '#chat/conversations/conversations.encryption.contract.ts'
import { decryptV1, type Opened } from '../crypto/envelope.ts'
import type { ConversationKeys } from './conversationKeys.ts'
import { type Standing, UnreadableError } from './standing.ts'

/** Decrypts a message from before signed device lists, by a device that this browser pinned then. Throws like `decryptSigned`. */
export const decryptUnsigned = async (keys: ConversationKeys, standing: Standing, encrypted: EncryptedRevision): Promise<Opened> => {
  const { conversation, clientId, type, author } = standing
  if (encrypted.writtenBy !== author) throw new UnreadableError('forged')
  await keys.load()
  const device = await keys.authorBefore(encrypted.deviceId)
  if (!device) throw new UnreadableError(await keys.whyNoKeyBefore())
  if (device.userId !== author) throw new UnreadableError('forged')
  const key = await keys.keyOf(encrypted.keyVersion)
  if (!key) throw new UnreadableError(await keys.whyNoKeyBefore())
  const { writtenBy: _, ...envelope } = encrypted
  const place = { conversation, sender: author, clientId, revision: encrypted.revision, type: type === 'text' ? 'text' : 'file' } as const
  return decryptV1({ place, encrypted: envelope, key, author: device })
}
