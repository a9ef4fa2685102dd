import type { ReactNode } from 'react'
import { ShiftsCard } from '#system/shifts/web/ShiftsCard.tsx'
import { Embed } from '#web/shell/Embed.tsx'
import type { Screen } from '#web/shell/screen.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useWords } from '#web/words.ts'
import { customizationEn } from '../customization.en.ts'
import { hallSettingsEn } from '../customization.hall.en.ts'
import { customizationLimits } from '../customization.limits.ts'
import type { Hall } from '../customization.settings.contract.ts'
import { BoxPurposes } from './BoxPurposes.tsx'
import { FeeSettings } from './FeeSettings.tsx'
import { HallCard } from './HallCard.tsx'
import { toWholeNumber } from './typedNumber.ts'
import { useHallSettings } from './useHallSettings.ts'

/** Text that is not a number becomes a value that the contract rejects with its message. */
/** What other features show in the section Hall, with the cards that follow. */
export type InHall = Screen<{ children: ReactNode }>

type Props = { hall: Hall; others?: InHall | undefined }

/** Seats, what other features show, shifts, fees, purposes of the cash box, when the hall's day begins, and what visitors are shown. */
export const HallSection = ({ hall, others }: Props) => {
  const rest = (
    <>
      <ShiftsCard />
      <FeeSettings hall={hall} />
      <BoxPurposes hall={hall} />
      <DayStart hall={hall} />
      <Visitors hall={hall} />
    </>
  )
  return (
    <div className="flex flex-col gap-4">
      <Seats hall={hall} />
      <Embed screen={others} instead={rest}>
        {rest}
      </Embed>
    </div>
  )
}

const hours = Array.from({ length: customizationLimits.dayStartsAtMax + 1 }, (_, hour) => hour)

/** When the hall's day begins. */
const DayStart = ({ hall }: { hall: Hall }) => {
  const words = useWords(hallSettingsEn).day
  const settings = useHallSettings(hall, useWords(customizationEn).failures.hall)
  return (
    <HallCard title={words.title} settings={settings}>
      <SelectField
        label={words.dayStartsAt}
        hint={words.hint}
        name="dayStartsAt"
        options={hours.map((hour) => ({ value: String(hour), label: words.hour(hour) }))}
        value={String(settings.draft.dayStartsAt)}
        onChange={(next) => settings.set({ dayStartsAt: Number(next) })}
        error={settings.errors.dayStartsAt}
      />
    </HallCard>
  )
}

/** What visitors who are not signed in are shown. */
const Visitors = ({ hall }: { hall: Hall }) => {
  const words = useWords(hallSettingsEn).visitors
  const settings = useHallSettings(hall, useWords(customizationEn).failures.hall)
  return (
    <HallCard title={words.title} settings={settings}>
      <SwitchField
        label={words.freeSeats}
        hint={words.freeSeatsHint}
        name="showFreeSeats"
        value={settings.draft.showFreeSeats}
        onChange={(showFreeSeats) => settings.set({ showFreeSeats })}
      />
    </HallCard>
  )
}

const Seats = ({ hall }: { hall: Hall }) => {
  const words = useWords(hallSettingsEn).seats
  const settings = useHallSettings(hall, useWords(customizationEn).failures.hall)
  return (
    <HallCard title={words.title} settings={settings}>
      <TextField
        label={words.seats}
        hint={words.hint}
        inputMode="numeric"
        autoComplete="off"
        isRequired
        {...settings.text('seats', String(hall.seats), (next) => ({ seats: toWholeNumber(next) }))}
      />
    </HallCard>
  )
}
