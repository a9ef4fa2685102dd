import type { Sealed } from '../../encryption.shapes.contract.ts'
import { type Opened, open } from '../crypto/envelope.ts'
import type { ConversationKeys } from './conversationKeys.ts'
import { type Standing, UnreadableError } from './standing.ts'

/** A message from before signed device lists, by a device that this browser pinned then. Throws like `openSigned`. */
export const openBefore = async (keys: ConversationKeys, standing: Standing, sealed: Sealed): Promise<Opened> => {
  const { conversation, clientId, type, author } = standing
  if (sealed.writtenBy !== author) throw new UnreadableError('forged')
  await keys.load()
  const device = await keys.authorBefore(sealed.deviceId)
  if (!device) throw new UnreadableError(await keys.whyNoKeyBefore())
  if (device.userId !== author) throw new UnreadableError('forged')
  const key = await keys.keyOf(sealed.keyVersion)
  if (!key) throw new UnreadableError(await keys.whyNoKeyBefore())
  const { writtenBy: _, ...envelope } = sealed
  const place = { conversation, sender: author, clientId, revision: sealed.revision, type: type === 'text' ? 'text' : 'file' } as const
  return open({ place, sealed: envelope, key, author: device })
}
