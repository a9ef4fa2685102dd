import { Card } from '#web/ui/Card.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useWords } from '#web/words.ts'
import { customizationApi } from '../customization.contract.ts'
import { customizationEn } from '../customization.en.ts'
import type { Landing } from '../customization.settings.contract.ts'
import { ClosureFields } from './ClosureFields.tsx'
import { useUpdateLanding } from './customization.queries.ts'
import { HoursFields } from './HoursFields.tsx'
import { mapAddressIn } from './mapAddressIn.ts'
import { SaveRow } from './SaveRow.tsx'
import { useSettings } from './useSettings.ts'

/** What a group of the landing form works on. */
export type LandingGroup = { draft: Landing; errors: Readonly<Record<string, string>>; set: (change: Partial<Landing>) => void }

export const LandingSection = ({ landing }: { landing: Landing }) => {
  const words = useWords(customizationEn)
  const update = useUpdateLanding()
  const settings = useSettings(customizationApi.updateLanding, {
    stored: landing,
    send: (body) => update.mutateAsync({ body }),
    failure: words.failures.landing,
  })
  return (
    <form {...settings.props} className="flex flex-col gap-6">
      <Card title={words.landing.contact}>
        <ContactFields {...settings} />
      </Card>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Card title={words.landing.hours}>
          <HoursFields {...settings} />
        </Card>
        <div className="flex min-w-0 flex-col gap-6">
          <Card title={words.landing.closures}>
            <ClosureFields {...settings} />
          </Card>
          <Card title={words.landing.figures}>
            <FigureFields {...settings} />
          </Card>
        </div>
      </div>
      <SaveRow settings={settings} />
    </form>
  )
}

const ContactFields = ({ draft, errors, set }: LandingGroup) => {
  const words = useWords(customizationEn).landing
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{words.contactHint}</p>
      <div className="grid gap-4 md:grid-cols-2">
        <TextArea
          label={words.address}
          name="address"
          rows={3}
          value={draft.address}
          onChange={(address) => set({ address })}
          error={errors.address}
          className="md:row-span-2"
        />
        <TextField
          label={words.phone}
          name="phone"
          type="tel"
          inputMode="tel"
          value={draft.phone}
          onChange={(phone) => set({ phone })}
          error={errors.phone}
        />
        <TextField
          label={words.email}
          name="email"
          type="email"
          inputMode="email"
          value={draft.email}
          onChange={(email) => set({ email })}
          error={errors.email}
        />
        <TextField
          label={words.mapUrl}
          hint={words.mapHint}
          name="mapUrl"
          autoComplete="off"
          value={draft.mapUrl}
          onChange={(pasted) => set({ mapUrl: mapAddressIn(pasted) })}
          error={errors.mapUrl}
          className="md:col-span-2"
        />
      </div>
    </div>
  )
}

const FigureFields = ({ draft, errors, set }: LandingGroup) => {
  const words = useWords(customizationEn).landing
  const change = (at: number, figure: Partial<Landing['figures'][number]>) =>
    set({ figures: draft.figures.map((one, index) => (index === at ? { ...one, ...figure } : one)) })
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{words.figuresHint}</p>
      {draft.figures.map(({ value, label }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the four figures have no other identity than their place.
        <div key={at} className="grid grid-cols-[minmax(5rem,1fr)_2fr] items-start gap-3">
          <TextField
            label={words.figure(at + 1)}
            name={`figures.${at}.value`}
            value={value}
            onChange={(next) => change(at, { value: next })}
            error={errors[`figures.${at}.value`]}
          />
          <TextField
            label={words.what(at + 1)}
            name={`figures.${at}.label`}
            value={label}
            onChange={(next) => change(at, { label: next })}
            error={errors[`figures.${at}.label`]}
          />
        </div>
      ))}
    </div>
  )
}
