import { CannotEncryptError } from '#chat/conversations/web/messageEncryption.ts'
import { CallError } from '#web/api/callError.ts'
import { encryptionApi } from '../../encryption.contract.ts'
import { type EncryptionStatus, encryptionErrors } from '../../encryption.shapes.contract.ts'
import type { DeviceKeys } from '../crypto/device.ts'
import { keyHashOf, signHeader, versionHash, wrapForHeader } from '../crypto/keyVersion.ts'
import { makeKey } from '../crypto/wrapping.ts'
import type { ConversationKeys } from './conversationKeys.ts'
import { coverageOf, isForked } from './coverage.ts'
import type { People } from './people.ts'
import type { EncryptionPorts } from './ports.ts'

/** Maximum number of attempts: others may create versions at the same time, and devices may come and go. */
const mostTries = 5

const retried: readonly string[] = [encryptionErrors.versionTaken.code, encryptionErrors.devicesNotCovered.code]

type Needs = { ports: EncryptionPorts; people: People }

const save = async (
  { ports, people }: Needs,
  keys: ConversationKeys,
  loaded: EncryptionStatus,
  by: DeviceKeys,
): Promise<EncryptionStatus> => {
  const [remembered, pinned] = [await keys.remembered(), await keys.pinned()]
  if (!loaded.enabled) await people.sync(loaded.heads, keys.id)
  const { members, recipients, missing } = await coverageOf(people, loaded, pinned)
  if (keys.isContradicted) throw new CannotEncryptError('contradicted')
  if (missing.length > 0) throw new CannotEncryptError((await isForked(people, missing)) ? 'contradicted' : 'notSetUp')
  const keyVersion = Math.max(remembered?.highestVersion ?? 0, loaded.keyVersion) + 1
  const place = { conversation: keys.id, keyVersion }
  const before = loaded.keyVersion > 0 ? await keys.version(loaded.keyVersion) : undefined
  const from = [before?.header.encryptedFrom, remembered?.encryptedFrom, loaded.enabled ? undefined : loaded.lastSeq + 1]
  const key = await makeKey()
  const header = await signHeader(
    place,
    {
      v: 2,
      kind: pinned?.kind ?? loaded.kind,
      previous: before?.hash ?? null,
      encryptedFrom: Math.min(Number.MAX_SAFE_INTEGER, ...from.filter((seq) => seq !== undefined)),
      keyHash: await keyHashOf(place, key),
      members,
      byUser: ports.me._id,
      byDevice: by.deviceId,
    },
    by,
  )
  const hash = await versionHash(place, header)
  const wrappedKeys = await wrapForHeader({ ...place, hash, members, recipients, byDevice: by, key })
  const body = {
    keyVersion,
    byDevice: by.deviceId,
    members: members.map(({ userId, deviceIds }) => ({ userId, deviceIds })),
    wrappedKeys,
    header,
  }
  return keys.take(await ports.call(encryptionApi.saveKey, { params: { id: keys.id }, body }))
}

/**
 * Creates the next version above all known ones, for all current devices. Calls `isDone` if another client was first, since its
 * version may be sufficient. Rejects with the `CallError` if the server rejects the version.
 */
export const makeNextVersion = async (
  needs: Needs,
  keys: ConversationKeys,
  by: DeviceKeys,
  isDone: (loaded: EncryptionStatus) => Promise<boolean>,
): Promise<EncryptionStatus> => {
  for (let tries = 1; ; tries++) {
    const loaded = await keys.load()
    if (tries > 1 && (await isDone(loaded))) return loaded
    try {
      return await save(needs, keys, loaded, by)
    } catch (error) {
      if (!(error instanceof CallError) || !retried.includes(error.code) || tries >= mostTries) throw error
      keys.invalidate()
    }
  }
}
