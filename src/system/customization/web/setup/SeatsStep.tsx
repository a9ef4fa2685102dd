import { TextField } from '#web/ui/TextField.tsx'
import { useWords } from '#web/words.ts'
import { customizationApi } from '../../customization.contract.ts'
import { customizationLimits } from '../../customization.limits.ts'
import type { Hall } from '../../customization.settings.contract.ts'
import { setupEn } from '../../customization.setup.en.ts'
import { useUpdateHall } from '../customization.queries.ts'
import { toWholeNumber } from '../typedNumber.ts'
import { StepFrame } from './StepFrame.tsx'
import { type StepProps, useStep } from './useStep.ts'

/** Text that is not a whole number becomes a value that the contract rejects with its message. */
/** The number of seats in the hall. */
export const SeatsStep = ({ hall, ...props }: StepProps & { hall: Hall }) => {
  const words = useWords(setupEn)
  const update = useUpdateHall()
  const form = useStep({
    ...props,
    step: 'seats',
    stored: { seats: String(hall.seats) },
    judge: ({ seats }) => customizationApi.updateHall.body.safeParse({ seats: toWholeNumber(seats) }),
    send: ({ seats }) => update.mutateAsync({ body: { seats: toWholeNumber(seats) } }),
  })
  const preview = <SeatsPreview seats={toWholeNumber(form.values.seats)} />
  return (
    <StepFrame title={words.steps.seats} form={form} preview={preview} onSkip={props.onDone}>
      <TextField
        label={words.seats.label}
        hint={words.seats.hint}
        inputMode="numeric"
        autoComplete="off"
        isRequired
        {...form.field('seats')}
      />
    </StepFrame>
  )
}

/** Draws one small square for each seat of the future map. */
const SeatsPreview = ({ seats }: { seats: number }) => {
  const words = useWords(setupEn).seats
  const isShown = seats >= 1 && seats <= customizationLimits.seatsMax
  return (
    <figure>
      <figcaption className="mb-1 text-muted text-sm">
        {words.map}
        {isShown && `: ${words.count(seats)}`}
      </figcaption>
      <div className="max-h-80 overflow-y-auto rounded-lg border border-line bg-background p-4">
        {isShown ? (
          <div aria-hidden="true" className="grid grid-cols-[repeat(auto-fill,minmax(2.25rem,1fr))] gap-1.5">
            {Array.from({ length: seats }, (_, before) => before + 1).map((seat) => (
              <span
                key={seat}
                className="flex h-9 items-center justify-center rounded-lg border border-line bg-surface text-muted text-xs tabular-nums"
              >
                {seat}
              </span>
            ))}
          </div>
        ) : (
          <p className="text-muted">{words.none}</p>
        )}
      </div>
    </figure>
  )
}
