import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import type { Due } from '../dues.contract.ts'
import { duesEn } from '../dues.en.ts'
import { ReminderRunScreen } from './dueScreens.ts'
import type { ReminderParts } from './reminder.ts'
import type { ChosenDues } from './useChosenDues.ts'

/** Actions on the selected students, visible while any are selected. */
export const ChosenBar = ({ choosing: { chosen, keep }, parts }: { choosing: ChosenDues; parts: ReminderParts }) => {
  const words = useWords(duesEn).choosing
  const [isRunning, setRunning] = useState(false)
  const count = chosen.size
  useEffect(() => {
    if (count > 0) void ReminderRunScreen.load()
  }, [count])
  const finish = (left: readonly Due[]) => {
    setRunning(false)
    keep(left)
  }
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && words.count(count)}
      </p>
      {count > 0 && (
        <section
          aria-label={words.bar}
          className="rise sticky bottom-[calc(1rem+var(--bar,0px))] z-20 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-surface py-2 pr-2 pl-4 text-ink shadow-lg"
        >
          <span aria-hidden="true" className="min-w-0 grow font-medium tabular-nums">
            {words.count(count)}
          </span>
          <Button variant="primary" onPress={() => setRunning(true)} className="max-md:order-last max-md:w-full">
            {words.start}
          </Button>
          <IconButton label={words.clear} onPress={() => keep([])}>
            <X aria-hidden="true" />
          </IconButton>
        </section>
      )}
      {isRunning && <Embed screen={ReminderRunScreen} dues={[...chosen.values()]} parts={parts} onClose={finish} />}
    </>
  )
}
