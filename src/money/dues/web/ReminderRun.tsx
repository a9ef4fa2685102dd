import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import type { Due } from '../dues.contract.ts'
import { duesEn } from '../dues.en.ts'
import { nameOf, type ReminderParts } from './reminder.ts'
import { type ReminderRunning, useReminderRun } from './useReminderRun.ts'

const StateText = ({ due, run }: { due: Due; run: ReminderRunning }) => {
  const words = useWords(duesEn).run
  const state = run.stateOf(due)
  if (state.is === 'failed') return <span className="text-error-text wrap-anywhere">{state.message}</span>
  return <span className={state.is === 'opened' ? 'font-medium' : 'text-muted'}>{words[state.is]}</span>
}

const RunRow = ({ due, run }: { due: Due; run: ReminderRunning }) => {
  const words = useWords(duesEn)
  const state = run.stateOf(due)
  const name = nameOf(due)
  return (
    <li
      {...(run.left[0]?._id === due._id && { 'aria-current': 'step' as const })}
      className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 border-line border-t py-1 aria-[current=step]:bg-primary-soft"
    >
      <p className="min-w-0 grow basis-[12rem]">
        <span dir="auto" className="block font-medium wrap-anywhere">
          {name}
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm">
          <span className="text-muted tabular-nums">{formatRupees(due.owed)}</span>
          <StateText due={due} run={run} />
        </span>
      </p>
      {state.is === 'opened' && (
        <Button variant="quiet" aria-label={words.notSentTo(name)} onPress={() => void run.notSent(due, state.reminder)}>
          {words.notSent}
        </Button>
      )}
      {(state.is === 'notSent' || state.is === 'failed') && (
        <Button variant="quiet" aria-label={words.run.open(name)} onPress={() => void run.open(due)}>
          {words.run.openAgain}
        </Button>
      )}
    </li>
  )
}

export type ReminderRunProps = {
  dues: readonly Due[]
  parts: ReminderParts /** Told who is still to be reminded. */
  onClose: (left: readonly Due[]) => void
}

/** Goes through the selected students: each press of Next opens the next message in the same window. */
export const ReminderRun = ({ dues, parts, onClose }: ReminderRunProps) => {
  const words = useWords(duesEn).run
  const run = useReminderRun(dues, parts)
  const { queue, reachable, left } = run
  const next = left[0]
  const close = () => onClose(left)
  const opened = queue.filter((due) => run.stateOf(due).is === 'opened').length
  const skipped = queue.length - reachable.length
  return (
    <Dialog title={words.title} isOpen onClose={close} keepsWhatIsTyped>
      <p className="text-muted">{words.hint}</p>
      {skipped > 0 && <p className="mt-2 font-medium">{words.skipped(skipped)}</p>}
      <ul aria-label={words.list} className="mt-3">
        {queue.map((due) => (
          <RunRow key={due._id} due={due} run={run} />
        ))}
      </ul>
      <p role="status" className="mt-3 text-muted text-sm">
        {opened > 0 && words.done(opened)}
      </p>
      {/* Keeps Next in view below ten long names. */}
      <div className="sticky bottom-(--bar,0px) flex flex-col bg-surface pb-1">
        <DialogActions>
          <Button variant={next ? 'secondary' : 'primary'} onPress={close}>
            {words.finish}
          </Button>
          {next && (
            <Button variant="primary" autoFocus onPress={() => void run.open(next)} className="max-w-full wrap-anywhere">
              {words.next(nameOf(next), reachable.indexOf(next) + 1, reachable.length)}
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  )
}
