import { useParams, useSearchParams } from 'react-router'
import { today } from '#web/api/timeZone.ts'
import { AsOf } from '#web/ui/AsOf.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { useAsOf } from '#web/ui/useAsOf.ts'
import { useWords } from '#web/words.ts'
import { receiptsApi } from '../receipts.contract.ts'
import { receiptsEn } from '../receipts.en.ts'
import { PaperActions } from './PaperActions.tsx'
import { type Period, periodQuery, useStatement } from './receipts.queries.ts'
import { StatementPaper } from './StatementPaper.tsx'

/** The period is stored in the URL; blank values use the server's default, the financial year to date. */
const usePeriod = () => {
  const [parameters, setParameters] = useSearchParams()
  const { asOf, setAsOf } = useAsOf()
  const period: Period = { from: parameters.get('from') ?? '', to: parameters.get('to') ?? '', asOf }
  const set = (name: 'from' | 'to') => (day: string) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        if (day === '') after.delete(name)
        else after.set(name, day)
        return after
      },
      { replace: true },
    )
  return { period, set, setAsOf }
}

/** What one student was charged and has paid. */
export const StatementPage = () => {
  const words = useWords(receiptsEn).statement
  const { id = '' } = useParams()
  const { period, set, setAsOf } = usePeriod()
  const statement = useStatement(id, period)
  const { from, to } = statement.data ?? period
  return (
    <Page
      title={statement.data ? words.of(statement.data.student.name) : words.title}
      about={words.about}
      action={statement.data && <PaperActions pdf={receiptsApi.statementPdf} sending={{ params: { id }, query: periodQuery(period) }} />}
      filters={
        <>
          <DateField label={words.from} max={today()} value={period.from || from} onChange={set('from')} className="max-md:grow" />
          <DateField label={words.to} max={today()} value={period.to || to} onChange={set('to')} className="max-md:grow" />
          <AsOf asOf={period.asOf} onChange={setAsOf} />
        </>
      }
    >
      <Loaded of={statement} skeleton={<TableSkeleton rows={8} columns={5} />} failed={words.loadFailed}>
        {(data) => <StatementPaper statement={data} />}
      </Loaded>
    </Page>
  )
}
