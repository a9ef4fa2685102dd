import { FileInput, Plus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ReorderList, reorderRows } from '#web/ui/ReorderList.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { useWords } from '#web/words.ts'
import type { Thought } from '../thoughts.contract.ts'
import { thoughtsEn } from '../thoughts.en.ts'
import { ImportThoughtsDialog } from './ImportThoughtsDialog.tsx'
import { ThoughtDialog } from './ThoughtDialog.tsx'
import { nameOf, ThoughtRow } from './ThoughtRow.tsx'
import { TodaysThought } from './TodaysThought.tsx'
import { useRemoveThought, useReorderThoughts, useThoughtOfToday, useThoughts, useToggleThought } from './thoughts.queries.ts'

// It arrives with the items, so that nothing below the list moves twice.
void reorderRows.load()

type Shown = 'adding' | 'importing' | { editing: Thought }

/** Manage Thoughts of the Day. */
export const ThoughtsPage = () => {
  const words = useWords(thoughtsEn)
  const thoughts = useThoughts()
  const today = useThoughtOfToday().data
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  const add = (
    <Button variant="primary" icon={<Plus />} onPress={() => setShown('adding')}>
      {words.add}
    </Button>
  )
  return (
    <Page
      title={words.title}
      about={words.about}
      action={
        <>
          <Button icon={<FileInput />} onPress={() => setShown('importing')}>
            {words.bulkImport}
          </Button>
          {add}
        </>
      }
    >
      <TodaysThought />
      <Loaded of={thoughts} skeleton={<ListSkeleton rows={10} />} failed={words.loadFailed}>
        {({ items }) => <AllThoughts items={items} today={today} firstAction={add} onEdit={(editing) => setShown({ editing })} />}
      </Loaded>
      {shown === 'importing' && <ImportThoughtsDialog onClose={close} />}
      {shown !== undefined && shown !== 'importing' && (
        <ThoughtDialog thought={shown === 'adding' ? undefined : shown.editing} onClose={close} />
      )}
    </Page>
  )
}

type AllProps = {
  items: readonly Thought[]
  today: Pick<Thought, '_id'> | null | undefined
  firstAction: ReactNode
  onEdit: (thought: Thought) => void
}

const useAskAndRemove = () => {
  const words = useWords(thoughtsEn).deletion
  const remove = useRemoveThought()
  return async ({ _id: id }: Thought) => {
    const { title, text, confirm: yes } = words
    if (await confirm({ title, text, confirm: yes, isDanger: true })) remove.mutate({ params: { id } })
  }
}

const AllThoughts = ({ items, today, firstAction, onEdit }: AllProps) => {
  const words = useWords(thoughtsEn)
  const toggle = useToggleThought()
  const remove = useAskAndRemove()
  const reorder = useReorderThoughts()
  const list = useKeptFocus<HTMLDivElement>()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 border-line border-b">
        <h2 id={titleId} className="font-semibold tabular-nums">
          {words.list.title(items.length)}
        </h2>
        <p className="text-muted text-sm">{words.list.about}</p>
      </div>
      <div ref={list} tabIndex={-1} className="outline-none">
        {items.length === 0 ? (
          <EmptyState {...words.empty} drawing="bell" action={firstAction} />
        ) : (
          <ReorderList
            items={items}
            label={words.list.label}
            idOf={({ _id }) => _id}
            nameOf={nameOf}
            onReorder={reorder}
            row={(thought, moveButtons) => (
              <ThoughtRow
                thought={thought}
                isToday={thought._id === today?._id}
                moveButtons={moveButtons}
                actions={{ toggle, edit: onEdit, remove }}
              />
            )}
          />
        )}
      </div>
    </section>
  )
}
