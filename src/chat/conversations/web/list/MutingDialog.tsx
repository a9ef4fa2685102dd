import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import { type Conversation, Notify } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import { useUpdateSettings } from '../conversations.queries.ts'
import { type MuteTime, mutedUntil, muteOf, muteTimes } from '../muting.ts'

export type MutingProps = { conversation: Conversation; onClose: () => void }

const useMuting = ({ conversation, onClose }: MutingProps) => {
  const words = useWords(chatPaneEn).muting
  const { client } = useChat()
  const save = useUpdateSettings()
  const [notify, setNotify] = useState(conversation.notify)
  const [mute, setMute] = useState(() => muteOf(conversation))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const until = mute === 'kept' ? undefined : { mutedUntil: mutedUntil(mute, Date.now()) }
    const onSuccess = (saved: Conversation) => {
      client.learn(saved)
      toast.success(words.saved)
      onClose()
    }
    save.mutate({ params: { id: conversation._id }, body: { notify, ...until } }, { onSuccess })
  }
  return { notify, setNotify, mute, setMute, submit, isSaving: save.isPending, error: save.error && errorText(save.error, words.failed) }
}

/** The notification settings of one conversation. */
export const MutingDialog = ({ conversation, onClose }: MutingProps) => {
  const words = useWords(chatPaneEn).muting
  const form = useMuting({ conversation, onClose })
  const kept = muteOf(conversation) === 'kept' && conversation.mutedUntil
  const times = [
    ...(kept ? [{ value: 'kept', label: words.kept(kept) }] : []),
    ...muteTimes.map((value) => ({ value, label: words.times[value] })),
  ]
  return (
    <Dialog title={words.title(conversation.name)} size="small" isOpen onClose={onClose} isDismissable={!form.isSaving}>
      <form onSubmit={form.submit} className="flex flex-col gap-4 pt-2">
        <SelectField
          label={words.notify}
          value={form.notify}
          onChange={(value) => form.setNotify(Notify.parse(value))}
          options={Notify.options.map((value) => ({ value, label: words.choices[value] }))}
        />
        <SelectField
          label={words.mute}
          hint={words.hint}
          value={form.mute}
          onChange={(value) => form.setMute(value as MuteTime | 'kept')}
          options={times}
        />
        <FormError text={form.error ?? undefined} />
        <DialogActions>
          <Button type="submit" variant="primary" isPending={form.isSaving} pendingText={words.saving}>
            {words.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
