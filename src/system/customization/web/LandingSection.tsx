import { Card } from '#web/ui/Card.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useWords } from '#web/words.ts'
import { customizationApi } from '../customization.contract.ts'
import { customizationEn } from '../customization.en.ts'
import { figuresEn } from '../customization.figures.en.ts'
import { landingSettingsEn } from '../customization.landing.en.ts'
import type { Landing } from '../customization.settings.contract.ts'
import { ClosureFields } from './ClosureFields.tsx'
import { useFigures, useUpdateLanding } from './customization.queries.ts'
import { FigureFields } from './FigureFields.tsx'
import { FiguresQuestion } from './FiguresQuestion.tsx'
import { HoursFields } from './HoursFields.tsx'
import type { LandingGroup, WholeLanding } from './landingGroup.ts'
import { mapAddressIn } from './mapAddressIn.ts'
import { SaveRow } from './SaveRow.tsx'
import { useSettings } from './useSettings.ts'

export const LandingSection = ({ landing }: { landing: Landing }) => {
  const figures = useFigures()
  return (
    <Loaded of={figures} skeleton={<ListSkeleton rows={6} />} failed={useWords(figuresEn).loadFailed}>
      {({ figures: all, isAsked }) => (
        <div className="flex flex-col gap-6">
          {isAsked && <FiguresQuestion figures={all} />}
          <LandingForm landing={{ ...landing, figures: all }} />
        </div>
      )}
    </Loaded>
  )
}

const LandingForm = ({ landing }: { landing: WholeLanding }) => {
  const words = useWords(landingSettingsEn)
  const { failures } = useWords(customizationEn)
  const update = useUpdateLanding()
  const settings = useSettings(customizationApi.updateLanding, {
    stored: landing,
    // Saving figures confirms them.
    send: (body) => update.mutateAsync({ body: body.figures ? { ...body, figuresAreTrue: true } : body }),
    failure: failures.landing,
  })
  return (
    <form {...settings.props} className="flex flex-col gap-6">
      <Card title={words.contact}>
        <ContactFields {...settings} />
      </Card>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Card title={words.hours}>
          <HoursFields {...settings} />
        </Card>
        <div className="flex min-w-0 flex-col gap-6">
          <Card title={words.closures}>
            <ClosureFields {...settings} />
          </Card>
          <Card title={words.figures}>
            <FigureFields {...settings} />
          </Card>
        </div>
      </div>
      <SaveRow settings={settings} />
    </form>
  )
}

const ContactFields = ({ draft, errors, set }: LandingGroup) => {
  const words = useWords(landingSettingsEn)
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
