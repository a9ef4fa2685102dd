import { useEffect } from 'react'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import { useDevices, useDoing } from './encryption.queries.ts'
import { NotHere } from './NotHere.tsx'
import type { OfConversation } from './OpenedDialog.tsx'
import { noteUsedHere } from './usedHere.ts'
import { useConversationEncryption, useDeviceState, useEncryption } from './useEncryption.ts'

/** Says what it means to encrypt a chat, and does it; or why it is not possible. */
export const EnableDialog = ({ conversation, onGo, onClose }: OfConversation) => {
  const words = useWords(encryptionEn)
  const device = useDeviceState()
  const encryption = useEncryption()
  const { _id } = conversation
  const why = useConversationEncryption(_id)?.whyNotEnable
  const isHindered = Boolean(why)
  useEffect(() => {
    // Perhaps the others have opened Chat meanwhile.
    if (isHindered) encryption.changed(_id)
  }, [encryption, _id, isHindered])
  if (device === 'unavailable' || why)
    return (
      <Dialog title={words.enable.impossible} size="small" isOpen onClose={onClose}>
        <p>{device === 'unavailable' ? words.unavailable : why?.message}</p>
        <DialogActions>
          <Button onPress={onClose}>{words.close}</Button>
        </DialogActions>
      </Dialog>
    )
  if (device === 'none')
    return (
      <Dialog title={words.enable.title} size="small" isOpen onClose={onClose}>
        <NotHere text={words.enable.noDevice} onGo={onGo} />
      </Dialog>
    )
  return <Enable conversation={conversation} onGo={onGo} onClose={onClose} />
}

const Enable = ({ conversation, onGo, onClose }: OfConversation) => {
  const words = useWords(encryptionEn)
  const encryption = useEncryption()
  const me = useSession()?.user
  const devices = useDevices()
  const enable = useDoing(() => encryption.enable(conversation._id), {
    onSuccess: () => {
      const hasCode = devices.data?.items.some(({ kind }) => kind === 'recovery') ?? false
      if (me && encryption.device.get() === 'ready') noteUsedHere(me._id, { isUsed: true, hasCode })
      // The next dialog's title says that it went well, and a toast would lie on its buttons.
      if (!hasCode) return onGo({ name: 'recovery' })
      toast.success(words.enable.done, 6_000)
      onClose()
    },
  })
  return (
    <Dialog title={words.enable.title} isOpen onClose={onClose} isDismissable={!enable.isPending}>
      <ul className="mt-2 flex list-disc flex-col gap-2 pl-5">
        {words.enable.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {conversation.lastSeq > 0 && <p className="mt-3 text-muted">{words.enable.before}</p>}
      <FormError text={enable.error ? errorText(enable.error, words.enable.failed) : undefined} />
      <DialogActions>
        <Button onPress={onClose} isDisabled={enable.isPending}>
          {words.cancel}
        </Button>
        <Button variant="primary" isPending={enable.isPending} pendingText={words.enable.enabling} onPress={() => enable.mutate()}>
          {words.enable.enable}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
