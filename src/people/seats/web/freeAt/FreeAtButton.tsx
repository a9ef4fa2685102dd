import { Clock } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { useWords } from '#web/words.ts'
import { freeAtEn } from '../../seats.freeAt.en.ts'
import type { FreeAt } from './useFreeAt.ts'
import { useTimeChoices } from './useTimeChoices.ts'

/** Asks for the seats that are free at a time. Where there is little room, it is a clock. */
export const FreeAtButton = ({ freeAt: { choice, choose } }: { freeAt: FreeAt }) => {
  const words = useWords(freeAtEn)
  const { choices, nameOf, chosen } = useTimeChoices()
  return (
    <Menu
      label={words.label}
      trigger={
        <Button
          icon={<Clock />}
          aria-label={choice === undefined ? words.label : words.chosen(nameOf(choice))}
          title={words.label}
          className={`px-3! ${choice === undefined ? '' : 'text-primary-text!'}`}
        >
          <span className="max-[84rem]:hidden">{words.label}</span>
        </Button>
      }
      entries={choices.map(({ key, label }) => ({ key, label, onAction: () => choose(chosen(key)) }))}
    />
  )
}
