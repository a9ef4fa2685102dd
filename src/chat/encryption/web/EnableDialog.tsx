import { useEffect, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { toast } from '#web/ui/toast.ts'
import { sentenceOf, useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import { encryptionErrors } from '../encryption.shapes.contract.ts'
import type { ConversationDialogProps } from './dialogProps.ts'
import { failureText, useEncryptionAction } from './encryption.queries.ts'
import { KeptKeys } from './KeptKeys.tsx'
import { SetUp } from './SetUpDialog.tsx'
import { Standing, StandingActions, StartOverOffer } from './Standing.tsx'
import { useConversationEncryption, useDeviceState, useEncryption } from './useEncryption.ts'

/**
 * Returns whether encryption must be set up first. Once started, the setup continues to its last step even if others change in
 * between.
 */
const useSettingUp = (isHindered: boolean) => {
  const device = useDeviceState()
  const [isBegun, setBegun] = useState(false)
  if (!isBegun && !isHindered && (device === 'unset' || device === 'outdated')) setBegun(true)
  return { isBegun, end: () => setBegun(false) }
}

/** Explains what encrypting a chat means and does it, or shows what is needed first, or why it is impossible. */
export const EnableDialog = (props: ConversationDialogProps) => {
  const { conversation, onGo, onClose } = props
  const words = useWords(encryptionEn)
  const device = useDeviceState()
  const encryption = useEncryption()
  const { _id } = conversation
  const why = useConversationEncryption(_id)?.whyNotEnable
  const isHindered = Boolean(why)
  const settingUp = useSettingUp(isHindered)
  useEffect(() => {
    // The other people may have set up encryption since.
    if (isHindered) encryption.invalidateKeys(_id)
  }, [encryption, _id, isHindered])
  if (settingUp.isBegun) return <SetUp {...props} onDone={settingUp.end} />
  if (device === 'unavailable' || why)
    return (
      <Dialog title={words.enable.impossible} size="small" isOpen onClose={onClose}>
        <p>{device === 'unavailable' ? words.unavailable : why && sentenceOf(why)}</p>
        {device !== 'unavailable' && why?.code === encryptionErrors.memberWithoutDevice.code && (
          <div className="mt-4">
            <Standing texts={words.enable.ownFirst} conversation={conversation} onGo={onGo} />
          </div>
        )}
        <DialogActions>
          <Button onPress={onClose}>{words.close}</Button>
        </DialogActions>
      </Dialog>
    )
  if (device === 'none' || device === 'pending' || device === 'startedOver')
    return (
      <Dialog title={words.enable.title} size="small" isOpen onClose={onClose}>
        <p>{device === 'none' ? words.enable.noDevice : words.standing[device]}</p>
        <StandingActions conversation={conversation} onGo={onGo} />
        <StartOverOffer conversation={conversation} onGo={onGo} />
      </Dialog>
    )
  return <Enable {...props} />
}

const Enable = ({ conversation, onClose }: ConversationDialogProps) => {
  const words = useWords(encryptionEn)
  const encryption = useEncryption()
  const enable = useEncryptionAction(() => encryption.enable(conversation._id), {
    onSuccess: () => {
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
      <div className="mt-3 empty:hidden">
        <KeptKeys />
      </div>
      <FormError text={enable.error ? failureText(enable.error, words.enable.failed) : undefined} />
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
