import { useEffect } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { Button } from '#web/ui/Button.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { customizationEn } from '../../customization.en.ts'
import { setupEn } from '../../customization.setup.en.ts'
import { useCustomization } from '../customization.queries.ts'
import { FeeStep } from './FeeStep.tsx'
import { LookStep } from './LookStep.tsx'
import { NameStep } from './NameStep.tsx'
import { SeatsStep } from './SeatsStep.tsx'
import { addressOfStep, StepList } from './StepList.tsx'
import { type DraftState, type SetupStep, setupSteps, useSetupDraft } from './setupDraft.ts'

const seatMap = '/users?view=seats'

/** The steps after the first account: name and logo, look, seats, and the fee. Each can be skipped and continued later. */
export const SetupStepsPage = () => {
  const words = useWords(setupEn)
  const failed = useWords(customizationEn).failures.load
  const [parameters] = useSearchParams()
  const draft = useSetupDraft()
  const customization = useCustomization()
  const step = setupSteps.find((each) => each === parameters.get('step'))
  useKeptStep(step, draft)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  // The address names the step, so that the back button works. After the last step the address is already another page.
  if (!step) return pathname === '/setup/steps' ? <Navigate to={addressOfStep(draft.draft.step ?? 'name')} replace /> : null
  const next = setupSteps[setupSteps.indexOf(step) + 1]
  const props = { draft, onDone: () => navigate(next ? addressOfStep(next) : seatMap) }
  return (
    <Page title={words.title} about={words.about} action={<Button onPress={() => navigate(seatMap)}>{words.skipAll}</Button>}>
      <StepList current={step} saved={draft.draft.saved ?? []} />
      <Loaded of={customization} skeleton={<ListSkeleton rows={4} />} failed={failed}>
        {(data) => {
          const forms = {
            name: <NameStep {...props} customization={data} />,
            look: <LookStep {...props} active={data.activeTheme} />,
            seats: <SeatsStep {...props} hall={data.hall} />,
            fee: <FeeStep {...props} customization={data} />,
          }
          return <div key={step}>{forms[step]}</div>
        }}
      </Loaded>
    </Page>
  )
}

/** Saves the open step, so that the set-up continues with it next time. */
const useKeptStep = (step: SetupStep | undefined, draft: DraftState): void => {
  const isKept = draft.draft.step === step
  useEffect(() => {
    if (step && !isKept) draft.keep({ step })
  })
}
