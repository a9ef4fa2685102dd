import { limits } from '#contract/limits.ts'
import { readablePhone } from '#contract/phone.ts'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useRested } from '#web/ui/useRested.ts'
import { useWords } from '#web/words.ts'
import { passLimits, type Visitor } from '../passes.contract.ts'
import { passesEn } from '../passes.en.ts'
import { isSearchable, useVisitors } from './passes.queries.ts'
import type { PassForm } from './usePassForm.ts'

const REST_MS = 150

/** Number and name. The visitors of earlier days are found by the number while it is typed. */
export const VisitorFields = ({ form }: Pick<PassForm, 'form'>) => {
  const words = useWords(passesEn).dialog
  const phone = String(form.values.phone)
  const found = useVisitors(useRested(phone, REST_MS)).data?.items ?? []
  const isTaken = ({ name, phone: known }: Visitor) => name === form.values.name && known === phone
  const choices = found.some(isTaken) || !isSearchable(phone) ? [] : found
  const choose = (visitor: Visitor) => {
    form.set('phone', visitor.phone)
    form.set('name', visitor.name)
  }
  return (
    <>
      <TextField
        label={words.phone}
        type="tel"
        autoComplete="off"
        maxLength={passLimits.phone}
        isRequired
        autoFocus
        isDisabled={form.isSending}
        {...form.field('phone')}
      />
      {choices.length > 0 && (
        <ul aria-label={words.visitors} className="-mt-2 flex flex-col">
          {choices.map((visitor) => (
            <li key={visitor._id}>
              <PlainButton
                onPress={() => choose(visitor)}
                className="flex min-h-11 w-full flex-wrap items-center gap-x-3 rounded-lg px-3 py-1 text-left hover:bg-hover"
              >
                <span dir="auto" className="font-medium wrap-anywhere">
                  {visitor.name}
                </span>
                <span className="text-muted text-sm tabular-nums">{readablePhone(visitor.phone)}</span>
                <span className="text-muted text-sm">{words.visits(visitor.passes, visitor.lastDay)}</span>
              </PlainButton>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label={words.name}
        autoComplete="off"
        maxLength={limits.personName}
        isRequired
        isDisabled={form.isSending}
        {...form.field('name')}
      />
    </>
  )
}
