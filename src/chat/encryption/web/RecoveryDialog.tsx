import { useSession } from '#web/api/session.ts'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import type { DialogProps } from './dialogProps.ts'
import { useDevices } from './encryption.queries.ts'
import { NewCodeDialog } from './NewCodeDialog.tsx'
import { noteAnswered } from './usedHere.ts'
import { useEncryption } from './useEncryption.ts'

/** Replaces the recovery code. */
export const RecoveryDialog = ({ onClose }: DialogProps) => {
  const words = useWords(encryptionEn).recovery
  const encryption = useEncryption()
  const me = useSession()?.user
  const devices = useDevices()
  const hasOne = devices.data?.items.some(({ kind }) => kind === 'recovery') ?? false
  const done = async () => {
    onClose()
    if (!me) return
    // The person who replaced the code here need not be notified in each chat.
    const { data } = await devices.refetch()
    for (const { _id, kind } of data?.items ?? []) if (kind === 'recovery') noteAnswered(me._id, _id)
  }
  return (
    <NewCodeDialog make={() => encryption.makeRecoveryCode()} onDone={() => void done()} onClose={onClose}>
      {hasOne && <li>{words.replaces}</li>}
    </NewCodeDialog>
  )
}
