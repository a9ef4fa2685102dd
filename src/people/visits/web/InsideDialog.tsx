import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import type { Inside } from '../visits.contract.ts'
import { visitsEn } from '../visits.en.ts'
import { useInside } from './visits.queries.ts'

export type InsideDialogProps = { onPerson: (id: string) => void; onClose: () => void }

/** The students who are inside now, latest arrival first; a press opens the student. */
export const InsideDialog = ({ onPerson, onClose }: InsideDialogProps) => {
  const words = useWords(visitsEn).inside
  const inside = useInside()
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <Loaded of={inside} skeleton={<ListSkeleton rows={3} />} failed={words.loadFailed}>
        {() =>
          inside.items.length === 0 ? (
            <EmptyState title={words.nobody} hint={words.nobodyHint} drawing="chair" />
          ) : (
            <>
              <ul aria-label={words.list}>
                {inside.items.map((student) => (
                  <Row key={student._id} student={student} onPress={() => onPerson(student._id)} />
                ))}
              </ul>
              <LoadMore of={inside} isManual />
            </>
          )
        }
      </Loaded>
    </Dialog>
  )
}

const Row = ({ student, onPress }: { student: Inside; onPress: () => void }) => {
  const words = useWords(visitsEn).inside
  const nameOf = useShiftName()
  const { _id, name, seatNumber, seatLabel, slot, profilePictureUrl, since } = student
  return (
    <li>
      <PlainButton
        onPress={onPress}
        className="flex min-h-14 w-full cursor-pointer items-center gap-3 rounded-lg px-2 py-2 text-left transition-colors duration-150 hover:bg-hover"
      >
        <Avatar id={_id} name={name} src={profilePictureUrl} />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block font-medium wrap-anywhere">
            {name}
          </span>
          <span className="block text-muted text-sm">{words.details(seatLabel ?? seatNumber, slot && nameOf(slot), since)}</span>
        </span>
      </PlainButton>
    </li>
  )
}
