import { today } from '#web/api/timeZone.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { formatDay, formatInstantDay, useWords } from '#web/words.ts'
import type { Due } from '../dues.contract.ts'
import { duesEn } from '../dues.en.ts'
import { useTakeBack } from './dues.queries.ts'
import { nameOf } from './reminder.ts'

/** When, how and by whom the student was last reminded. A reminder of today that was not sent can be deleted. */
export const LastReminder = ({ due }: { due: Due }) => {
  const words = useWords(duesEn)
  const { mutate, isPending } = useTakeBack()
  const reminder = due.lastReminder
  if (!reminder)
    return (
      <span data-absent className="text-muted">
        {words.never}
      </span>
    )
  const day = formatInstantDay(reminder.at)
  // A reminder that was just added has no id until the server has replied.
  const canTakeBack = reminder._id !== 'new' && day === formatDay(today())
  const name = nameOf(due)
  const takeBack = () => mutate({ params: { id: reminder._id } }, { onSuccess: () => toast.success(words.takenBack(name)) })
  return (
    <div className="min-w-0 cards:flex cards:flex-wrap cards:items-center cards:gap-x-2 cards:text-sm">
      <p className="whitespace-nowrap">{day}</p>
      <p className="text-muted text-sm wrap-anywhere">{words.reminder(words.states[reminder.channel], reminder.by)}</p>
      {canTakeBack && (
        <Button
          variant="quiet"
          aria-label={words.notSentTo(name)}
          isPending={isPending}
          onPress={takeBack}
          className="-mx-4 cards:mr-0 cards:ml-auto"
        >
          {words.notSent}
        </Button>
      )}
    </div>
  )
}
