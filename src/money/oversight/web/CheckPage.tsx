import { useSearchParams } from 'react-router'
import { FeesFrame } from '#money/fees/web/FeesFrame.tsx'
import { today } from '#web/api/timeZone.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { MonthField } from '#web/ui/MonthField.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { type CheckKind, checkKinds } from '../oversight.contract.ts'
import { oversightEn } from '../oversight.en.ts'
import { CheckEntries } from './CheckEntries.tsx'
import { CheckFigures } from './CheckFigures.tsx'
import { ClerkTable } from './ClerkTable.tsx'
import { useCheckSummary } from './oversight.queries.ts'

const isMonth = (text: string): boolean => /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text)

/** The filters of the page, stored in the URL, so that they can be shared. */
const useLookingAt = () => {
  const [parameters, setParameters] = useSearchParams()
  const month = parameters.get('month') ?? ''
  const kind: CheckKind = checkKinds.find((one) => one === parameters.get('kind')) ?? 'concessions'
  const set = (next: { month?: string; kind?: CheckKind }) =>
    setParameters({ kind, ...(isMonth(month) && { month }), ...next }, { replace: true })
  return { month: isMonth(month) ? month : '', kind, set }
}

/** To check: the entries for the owner to review, by kind and by clerk. */
export const CheckPage = () => {
  const words = useWords(oversightEn)
  const { month, kind, set } = useLookingAt()
  const summary = useCheckSummary(month)
  return (
    <FeesFrame about={words.about}>
      <MonthField
        label={words.month}
        value={month || today().slice(0, 7)}
        onChange={(next) => isMonth(next) && set({ month: next })}
        className="max-w-60"
      />
      <Loaded of={summary} skeleton={<TableSkeleton rows={4} columns={4} />} failed={words.loadFailed}>
        {({ kinds, clerks }) => (
          <div className={`flex min-w-0 flex-col gap-6 ${summary.isPlaceholderData ? 'opacity-60' : ''}`}>
            <CheckFigures kinds={kinds} chosen={kind} onChoose={(next) => set({ kind: next })} />
            <CheckEntries kind={kind} month={month} unlisted={kinds.find((one) => one.kind === kind)?.unlisted ?? 0} />
            {clerks.length > 0 && <ClerkTable clerks={clerks} />}
          </div>
        )}
      </Loaded>
    </FeesFrame>
  )
}
