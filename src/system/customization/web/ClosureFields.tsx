import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useWords } from '#web/words.ts'
import { landingSettingsEn } from '../customization.landing.en.ts'
import { customizationLimits } from '../customization.limits.ts'
import type { Closure } from '../customization.settings.contract.ts'
import type { LandingGroup } from './landingGroup.ts'

export const ClosureFields = ({ draft, errors, set }: LandingGroup) => {
  const words = useWords(landingSettingsEn)
  const { closures } = draft
  const adder = useRef<HTMLButtonElement>(null)
  const change = (at: number, closure: Partial<Closure>) =>
    set({ closures: closures.map((one, index) => (index === at ? { ...one, ...closure } : one)) })
  const remove = (at: number) => {
    set({ closures: closures.filter((_, index) => index !== at) })
    // The pressed button is removed, so the focus must move.
    adder.current?.focus()
  }
  const isFull = closures.length >= customizationLimits.closures
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{closures.length === 0 ? words.noClosures : words.closuresHint}</p>
      {closures.map(({ date, reason }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row that is being typed has no other identity than its place.
        <div key={at} className="flex flex-wrap items-start gap-3">
          <DateField
            label={words.date}
            name={`closures.${at}.date`}
            value={date}
            onChange={(next) => change(at, { date: next })}
            error={errors[`closures.${at}.date`]}
            className="grow basis-36"
          />
          <TextField
            label={words.reason}
            name={`closures.${at}.reason`}
            value={reason}
            onChange={(next) => change(at, { reason: next })}
            error={errors[`closures.${at}.reason`]}
            className="grow-[2] basis-36"
          />
          <IconButton label={words.removeClosure(at + 1)} onPress={() => remove(at)} className="mt-6">
            <Trash2 />
          </IconButton>
        </div>
      ))}
      <Button
        ref={adder}
        icon={<Plus />}
        isDisabled={isFull}
        className="self-start max-md:self-stretch"
        onPress={() => set({ closures: [...closures, { date: '', reason: '' }] })}
      >
        {words.addClosure}
      </Button>
      {isFull && <p className="text-muted text-sm">{words.closuresFull}</p>}
    </div>
  )
}
