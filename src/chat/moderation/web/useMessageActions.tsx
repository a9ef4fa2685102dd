import { type ReactNode, useMemo, useState } from 'react'
import { confirm } from '#web/ui/confirm.ts'
import { useWords } from '#web/words.ts'
import { moderationEn } from '../moderation.en.ts'
import type { MonitoredMessage } from '../moderation.shapes.contract.ts'
import { FlagDialog } from './FlagDialog.tsx'
import type { MessageActions } from './MessageItem.tsx'
import { useRemoveMessage, useUnflag } from './moderation.queries.ts'
import { StopDialog } from './StopDialog.tsx'

type Shown = { kind: 'flag' | 'stop'; message: MonitoredMessage }

type Options = {
  /** What a message has become. */
  onChanged: (message: MonitoredMessage) => void
  /** Messages were deleted. */
  onDeleted: () => void
}

const useQuestions = ({ onChanged, onDeleted }: Options) => {
  const words = useWords(moderationEn)
  const { mutate: unflag } = useUnflag()
  const { mutate: remove } = useRemoveMessage()
  return useMemo(
    () => ({
      unflag: async ({ _id, isDeleted }: MonitoredMessage) => {
        const { title, text, deletedText, confirm: yes } = words.unflagDialog
        const question = { title, text: isDeleted ? deletedText : text, confirm: yes, isDanger: isDeleted }
        if (await confirm(question)) unflag({ params: { id: _id }, body: { flag: false } }, { onSuccess: onChanged })
      },
      remove: async ({ _id, sender }: MonitoredMessage) => {
        const { title, text, confirm: yes } = words.deletion
        if (await confirm({ title, text: text(sender.name), confirm: yes, isDanger: true }))
          remove({ params: { id: _id } }, { onSuccess: onDeleted })
      },
    }),
    [words, unflag, remove, onChanged, onDeleted],
  )
}

/** What administrators do with a message; `dialogs` belongs somewhere on the page. */
export const useMessageActions = (options: Options): { actions: MessageActions; dialogs: ReactNode } => {
  const [shown, setShown] = useState<Shown>()
  const questions = useQuestions(options)
  const actions = useMemo<MessageActions>(
    () => ({
      flag: (message) => setShown({ kind: 'flag', message }),
      stop: (message) => setShown({ kind: 'stop', message }),
      unflag: (message) => void questions.unflag(message),
      remove: (message) => void questions.remove(message),
    }),
    [questions],
  )
  const close = () => setShown(undefined)
  const dialogs = (
    <>
      {shown?.kind === 'flag' && <FlagDialog message={shown.message} onClose={close} onDone={options.onChanged} />}
      {shown?.kind === 'stop' && <StopDialog person={shown.message.sender} onClose={close} onDone={options.onDeleted} />}
    </>
  )
  return { actions, dialogs }
}
