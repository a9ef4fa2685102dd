import { Archive } from 'lucide-react'
import { Embed } from '#web/shell/Embed.tsx'
import type { Screen } from '#web/shell/screen.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { formatBytes, formatInstant, useWords } from '#web/words.ts'
import type { SystemState } from '../backup.contract.ts'
import { backupEn } from '../backup.en.ts'
import { AddressCard, NoAddress } from './AddressCard.tsx'
import { BackupsCard } from './BackupsCard.tsx'
import { BrowserCard } from './BrowserCard.tsx'
import { useBackUp, useSystem } from './backup.queries.ts'
import { DoctorCard } from './DoctorCard.tsx'
import { Facts } from './Facts.tsx'
import { Problems } from './Problems.tsx'
import { useWarning } from './useWarning.ts'

/** Parts that other features add to this page; `routes.tsx` provides them. */
export type SystemSlots = {
  /** Above the cards: what a superadmin must check after a restore. */
  afterRestore?: Screen
  /** Among the cards: the last receipt and voucher numbers. */
  receiptNumbers?: Screen
}

/** Health of the data, for the owner, with the actions to take. */
export const SystemPage = ({ slots = {} }: { slots?: SystemSlots }) => {
  const words = useWords(backupEn)
  const system = useSystem()
  const backUp = useBackUp()
  const isBusy = backUp.isPending || (system.data !== undefined && system.data.backups.state !== 'idle')
  return (
    <Page
      title={words.title}
      about={words.about}
      action={
        <Button variant="primary" icon={<Archive />} isPending={isBusy} pendingText={words.backingUp} onPress={() => backUp.mutate()}>
          {words.backUp}
        </Button>
      }
    >
      <Loaded of={system} skeleton={<ListSkeleton rows={6} />} failed={words.loadFailed}>
        {(state) => <State state={state} slots={slots} />}
      </Loaded>
    </Page>
  )
}

const State = ({ state, slots }: { state: SystemState; slots: SystemSlots }) => (
  <div className="flex flex-col gap-4">
    <Problems backups={state.backups} warning={useWarning().data} />
    <NoAddress />
    <Restored restored={state.restored} />
    <Embed screen={slots.afterRestore} />
    <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
      <BackupsCard backups={state.backups} />
      <div className="flex flex-col gap-4">
        <DoctorCard doctor={state.doctor} />
        <StorageCard storage={state.storage} />
        <Embed screen={slots.receiptNumbers} />
        <AddressCard />
        <BrowserCard />
        <VersionsCard versions={state.versions} />
      </div>
    </div>
  </div>
)

const Restored = ({ restored }: Pick<SystemState, 'restored'>) => {
  const words = useWords(backupEn)
  if (!restored) return null
  return (
    <Notice tone="info" title={words.restoredTitle}>
      {words.restored(formatInstant(restored.at), restored.from)}
    </Notice>
  )
}

const StorageCard = ({ storage }: Pick<SystemState, 'storage'>) => {
  const words = useWords(backupEn).storage
  const told = (bytes: number | null): string => (bytes === null ? words.unknown : formatBytes(bytes))
  const names = ['files', 'database', 'backups', 'free', 'freeForBackups'] as const
  return (
    <Card title={words.title}>
      <Facts facts={names.map((name) => ({ name: words[name], value: told(storage[name]) }))} />
    </Card>
  )
}

const DAY_MS = 86_400_000

const VersionsCard = ({ versions }: Pick<SystemState, 'versions'>) => {
  const words = useWords(backupEn).versions
  const { program, commit, committedAt, node, database, update } = versions
  const age = committedAt === null ? 0 : Math.floor((Date.now() - Date.parse(committedAt)) / DAY_MS)
  const note = commit === null ? undefined : words.build(commit, committedAt === null ? null : formatInstant(committedAt), age)
  return (
    <Card title={words.title}>
      <Facts
        facts={[
          { name: words.program, value: program, ...(note && { note }) },
          ...(update ? [{ name: words.update, value: update.newer ?? (update.at ? words.none : words.unknown) }] : []),
          { name: words.node, value: node },
          { name: words.database, value: database },
        ]}
      />
    </Card>
  )
}
