import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { may } from '#contract/endpoint.ts'
import { FeesFrame } from '#money/fees/web/FeesFrame.tsx'
import { useSession } from '#web/api/session.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { useSearchText } from '#web/ui/useSearchText.ts'
import { useWords } from '#web/words.ts'
import { lockersApi } from '../lockers.contract.ts'
import { lockersEn } from '../lockers.en.ts'
import { LockerStatus } from '../lockers.shapes.contract.ts'
import { LockerRow } from './LockerRow.tsx'
import { AddScreen, FeesScreen } from './lockerScreens.ts'
import { useLockers } from './lockers.queries.ts'

/** Every locker of the hall, and who has it. Superadmins add lockers here. */
export const LockersPage = () => {
  const words = useWords(lockersEn)
  const isOwner = may(lockersApi.create, useSession()?.user)
  const { query: search, text, setText } = useSearchText()
  const [parameters, setParameters] = useSearchParams()
  const status = LockerStatus.safeParse(parameters.get('status')).data ?? 'all'
  const lockers = useLockers({ search, status })
  const setStatus = (next: string) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === 'all') after.delete('status')
        else after.set('status', next)
        return after
      },
      { replace: true },
    )
  const clear = () => setParameters({}, { replace: true })
  const isFiltered = search !== '' || status !== 'all'
  return (
    <FeesFrame action={isOwner && <SetUp hasLockers={isFiltered || lockers.items.length > 0} />}>
      <Filters text={text} onText={setText} status={status} onStatus={setStatus} />
      <Loaded of={lockers} skeleton={<TableSkeleton rows={8} columns={2} />} failed={words.loadFailed}>
        {() =>
          lockers.items.length === 0 ? (
            <Nothing isFiltered={isFiltered} isOwner={isOwner} onClear={clear} />
          ) : (
            <section className={lockers.isPlaceholderData ? 'opacity-60' : ''}>
              {lockers.total !== undefined && <p className="text-muted text-sm">{words.total(lockers.total)}</p>}
              <ul aria-label={words.list}>
                {lockers.items.map((locker) => (
                  <LockerRow key={locker._id} locker={locker} />
                ))}
              </ul>
              <LoadMore of={lockers} />
            </section>
          )
        }
      </Loaded>
    </FeesFrame>
  )
}

type FilterProps = { text: string; onText: (text: string) => void; status: LockerStatus; onStatus: (status: string) => void }

const Filters = ({ text, onText, status, onStatus }: FilterProps) => {
  const words = useWords(lockersEn)
  return (
    <div className="flex flex-wrap gap-3">
      <SearchField label={words.search} placeholder={words.searchHint} value={text} onChange={onText} className="min-w-48 flex-1" />
      <SelectField
        label={words.status}
        isLabelHidden
        name="status"
        value={status}
        onChange={onStatus}
        options={LockerStatus.options.map((value) => ({ value, label: words.statuses[value] }))}
      />
    </div>
  )
}

/** What superadmins do with all lockers. */
const SetUp = ({ hasLockers }: { hasLockers: boolean }) => {
  const words = useWords(lockersEn).setUp
  const [opened, setOpened] = useState<'add' | 'fees'>()
  const close = () => setOpened(undefined)
  return (
    <>
      {hasLockers && <Button onPress={() => setOpened('fees')}>{words.fees}</Button>}
      <Button variant="primary" icon={<Plus />} onPress={() => setOpened('add')}>
        {words.add}
      </Button>
      {opened === 'add' && <Embed screen={AddScreen} onClose={close} />}
      {opened === 'fees' && <Embed screen={FeesScreen} onClose={close} />}
    </>
  )
}

const Nothing = ({ isFiltered, isOwner, onClear }: { isFiltered: boolean; isOwner: boolean; onClear: () => void }) => {
  const { empty, noMatch } = useWords(lockersEn)
  if (!isFiltered) return <EmptyState title={empty.title} hint={isOwner ? empty.hint : empty.ask} drawing="drawer" />
  return (
    <EmptyState title={noMatch.title} hint={noMatch.hint} drawing="drawer" action={<Button onPress={onClear}>{noMatch.clear}</Button>} />
  )
}
