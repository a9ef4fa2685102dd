import { PersonName } from '#people/users/web/PersonName.tsx'
import { useSession } from '#web/api/session.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { useWords } from '#web/words.ts'
import { moderationEn } from '../moderation.en.ts'
import { moderationPolicy } from '../moderation.policy.ts'
import type { Stop } from '../moderation.shapes.contract.ts'
import { useEndStop, useStops } from './moderation.queries.ts'

const Stopped = ({ stop: { user, until, reason, stoppedBy } }: { stop: Stop }) => {
  const words = useWords(moderationEn).stopped
  const me = useSession()?.user
  const end = useEndStop(user.name)
  const mayEnd = me && !moderationPolicy.whyNotStop(me, user)
  return (
    <li className="flex flex-wrap items-center gap-3 border-line border-b py-3 last:border-0">
      <Avatar id={user._id} name={user.name} src={user.profilePicture} />
      <div className="min-w-0 flex-1 basis-[12rem]">
        <p className="text-left wrap-anywhere">
          <PersonName id={user._id} name={user.name} />
        </p>
        <p className="text-muted text-sm wrap-anywhere">
          {[words.until(until), words.by(stoppedBy.name), ...(reason ? [reason] : [])].join(' · ')}
        </p>
      </div>
      {mayEnd && (
        <Button aria-label={words.endOf(user.name)} isPending={end.isPending} onPress={() => end.mutate({ params: { id: user._id } })}>
          {words.end}
        </Button>
      )}
    </li>
  )
}

/** Who may not write for now. Where nobody is stopped there is nothing. */
export const StoppedPeople = () => {
  const words = useWords(moderationEn).stopped
  const stops = useStops()
  if (stops.items.length === 0) return null
  return (
    <Card title={words.title}>
      <ul>
        {stops.items.map((stop) => (
          <Stopped key={stop.user._id} stop={stop} />
        ))}
      </ul>
      <LoadMore of={stops} isManual />
    </Card>
  )
}
