import { useState } from 'react'
import { ShiftsCard } from '#system/shifts/web/ShiftsCard.tsx'
import { Embed } from '#web/shell/Embed.tsx'
import type { Screen } from '#web/shell/screen.ts'
import { Card } from '#web/ui/Card.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { useWords } from '#web/words.ts'
import { customizationApi } from '../customization.contract.ts'
import { customizationEn } from '../customization.en.ts'
import { customizationLimits } from '../customization.limits.ts'
import type { Hall } from '../customization.settings.contract.ts'
import { BoxPurposes } from './BoxPurposes.tsx'
import { useUpdateHall } from './customization.queries.ts'
import { FeeSettings } from './FeeSettings.tsx'
import { SaveRow } from './SaveRow.tsx'
import { useSettings } from './useSettings.ts'

/** Text that is not a number stays text, so that the contract rejects it with its message. */
const toNumber = (typed: string): number => (/^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN)

/** The seats of the hall, its rooms and shifts, its fees, purposes of the cash box, when its day begins, and what visitors are shown. */
export const HallSection = ({ hall, rooms }: { hall: Hall; rooms?: Screen | undefined }) => (
  <div className="flex flex-col gap-4">
    <Seats hall={hall} />
    <Embed screen={rooms} />
    <ShiftsCard />
    <Lockers />
    <FeeSettings hall={hall} />
    <BoxPurposes hall={hall} />
    <DayStart hall={hall} />
    <Visitors hall={hall} />
  </div>
)

/** Where lockers are set up: they belong to money, which settings do not know. */
const Lockers = () => {
  const words = useWords(customizationEn).lockers
  return (
    <Card title={words.title} className="max-w-2xl">
      <p className="text-muted text-sm">{words.about}</p>
      <p className="mt-2">
        <TextLink to="/fees/lockers">{words.open}</TextLink>
      </p>
    </Card>
  )
}

const hours = Array.from({ length: customizationLimits.dayStartsAtMax + 1 }, (_, hour) => hour)

/** When the hall's day begins. */
const DayStart = ({ hall }: { hall: Hall }) => {
  const words = useWords(customizationEn)
  const update = useUpdateHall()
  const settings = useSettings(customizationApi.updateHall, {
    stored: hall,
    send: (body) => update.mutateAsync({ body }),
    failure: words.failures.hall,
  })
  return (
    <Card title={words.day.title} className="max-w-2xl">
      <form {...settings.props} className="flex flex-col gap-4">
        <SelectField
          label={words.day.dayStartsAt}
          hint={words.day.hint}
          name="dayStartsAt"
          options={hours.map((hour) => ({ value: String(hour), label: words.day.hour(hour) }))}
          value={String(settings.draft.dayStartsAt)}
          onChange={(next) => settings.set({ dayStartsAt: Number(next) })}
          error={settings.errors.dayStartsAt}
        />
        <SaveRow settings={settings} />
      </form>
    </Card>
  )
}

/** What visitors who are not signed in are shown. */
const Visitors = ({ hall }: { hall: Hall }) => {
  const words = useWords(customizationEn)
  const update = useUpdateHall()
  const settings = useSettings(customizationApi.updateHall, {
    stored: hall,
    send: (body) => update.mutateAsync({ body }),
    failure: words.failures.hall,
  })
  return (
    <Card title={words.visitors.title} className="max-w-2xl">
      <form {...settings.props} className="flex flex-col gap-4">
        <SwitchField
          label={words.visitors.freeSeats}
          hint={words.visitors.freeSeatsHint}
          name="showFreeSeats"
          value={settings.draft.showFreeSeats}
          onChange={(showFreeSeats) => settings.set({ showFreeSeats })}
        />
        <SaveRow settings={settings} />
      </form>
    </Card>
  )
}

const Seats = ({ hall }: { hall: Hall }) => {
  const words = useWords(customizationEn)
  const update = useUpdateHall()
  const [typed, setTyped] = useState<string>()
  const settings = useSettings(customizationApi.updateHall, {
    stored: hall,
    send: async (body) => {
      const saved = await update.mutateAsync({ body })
      setTyped(undefined)
      return saved
    },
    failure: words.failures.hall,
  })
  const discard = () => {
    setTyped(undefined)
    settings.discard()
  }
  return (
    <Card title={words.hall.title} className="max-w-2xl">
      <form {...settings.props} className="flex flex-col gap-4">
        <TextField
          label={words.hall.seats}
          hint={words.hall.hint}
          name="seats"
          inputMode="numeric"
          autoComplete="off"
          isRequired
          value={typed ?? String(hall.seats)}
          onChange={(next) => {
            setTyped(next)
            settings.set({ seats: toNumber(next) })
          }}
          error={settings.errors.seats}
        />
        <SaveRow settings={{ ...settings, discard }} />
      </form>
    </Card>
  )
}
