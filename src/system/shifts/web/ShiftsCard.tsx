import { Archive, ArchiveRestore, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { isFirstShift } from '../shifts.contract.ts'
import { shiftsEn } from '../shifts.en.ts'
import type { Shift, ShiftColour } from '../shifts.shapes.contract.ts'
import { ShiftDialog } from './ShiftDialog.tsx'
import { useRemoveShift, useShiftList, useToggleShift } from './shifts.queries.ts'

type Listed = Shift & { students: number }

const dots: Record<ShiftColour, string> = {
  warning: 'bg-warning-text',
  info: 'bg-info-text',
  success: 'bg-success-text',
  accent: 'bg-accent-fill',
  primary: 'bg-primary-fill',
  secondary: 'bg-secondary-fill',
  error: 'bg-error-text',
}

/** The shifts of the hall: their times, fees and students. */
export const ShiftsCard = () => {
  const words = useWords(shiftsEn)
  const shifts = useShiftList()
  const [editing, setEditing] = useState<Listed | 'new'>()
  return (
    <Card
      title={words.title}
      className="max-w-2xl"
      action={
        <Button icon={<Plus />} onPress={() => setEditing('new')}>
          {words.add}
        </Button>
      }
    >
      <p className="mb-2 text-muted text-sm">{words.about}</p>
      <Loaded of={shifts} skeleton={<ListSkeleton rows={3} />} failed={words.loadFailed}>
        {({ shifts: items }) => (
          <ul aria-label={words.list}>
            {items.map((shift) => (
              <li key={shift.key} className="border-line border-t first:border-t-0">
                <Row shift={shift} onEdit={() => setEditing(shift)} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {editing && <ShiftDialog shift={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </Card>
  )
}

/** Archives a shift, offers it again, or deletes it. */
const useRowActions = ({ key, name, isArchived }: Listed) => {
  const { archiving, deletion, restored } = useWords(shiftsEn)
  const toggle = useToggleShift()
  const remove = useRemoveShift()
  const archive = async () => {
    const question = { title: archiving.title(name), text: archiving.text(name), confirm: archiving.confirm }
    if (!isArchived && !(await confirm(question))) return
    const done = isArchived ? restored(name) : archiving.done(name)
    toggle.mutate({ params: { key }, body: { isArchived: !isArchived } }, { onSuccess: () => toast.success(done) })
  }
  const del = async () => {
    const question = { title: deletion.title(name), text: deletion.text(name), confirm: deletion.confirm, isDanger: true }
    if (await confirm(question)) remove.mutate({ params: { key } }, { onSuccess: () => toast.success(deletion.done(name)) })
  }
  return { archive: () => void archive(), del: () => void del() }
}

const Row = ({ shift, onEdit }: { shift: Listed; onEdit: () => void }) => {
  const words = useWords(shiftsEn)
  const { key, name, monthlyFee, colour, isArchived, students } = shift
  const { archive, del } = useRowActions(shift)
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-4">
      <div className={`min-w-0 grow-[999] basis-[14rem] py-2 ${isArchived ? 'text-muted' : ''}`}>
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span aria-hidden="true" className={`size-3 shrink-0 rounded-full ${dots[colour]}`} />
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {name}
          </span>
          <span className="tabular-nums">{words.times(shift)}</span>
          {isArchived && <Badge>{words.archived}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-muted text-sm tabular-nums">
          <span>{monthlyFee === null ? words.usualFee : words.fee(monthlyFee)}</span>
          <span>{words.students(students)}</span>
        </p>
      </div>
      <div className="flex">
        <IconButton label={words.edit(name)} onPress={onEdit}>
          <Pencil />
        </IconButton>
        <IconButton label={isArchived ? words.restore(name) : words.archive(name)} onPress={archive}>
          {isArchived ? <ArchiveRestore /> : <Archive />}
        </IconButton>
        {students === 0 && !isFirstShift(key) && (
          <IconButton label={words.remove(name)} tone="danger" onPress={del}>
            <Trash2 />
          </IconButton>
        )}
      </div>
    </div>
  )
}
