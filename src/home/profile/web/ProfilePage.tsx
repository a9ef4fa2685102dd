import { useFeeAccount, useFeesOf } from '#money/fees/web/fees.queries.ts'
import { MyFees } from '#money/fees/web/MyFees.tsx'
import { useLockerOf } from '#money/lockers/web/lockers.queries.ts'
import { MyLocker } from '#money/lockers/web/MyLocker.tsx'
import { PayMyFees } from '#money/receipts/web/PayMyFees.tsx'
import { pushCard } from '#people/push/web/pushScreens.ts'
import { PersonDetails } from '#people/users/web/PersonDetails.tsx'
import { useProfile } from '#people/users/web/users.queries.ts'
import { useSession } from '#web/api/session.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { Card } from '#web/ui/Card.tsx'
import { isSettled, Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { profileEn } from '../profile.en.ts'

export const ProfilePage = () => {
  const session = useSession()
  return session && <Profile id={session.user._id} />
}

/** A student's own record, read-only: only the office changes it. A card is drawn once those above it have their height, so that none moves. */
const Profile = ({ id }: { id: string }) => {
  const words = useWords(profileEn)
  const profile = useProfile(id)
  const hasDetails = [profile, useLockerOf(id)].every(isSettled)
  const hasFees = [useFeeAccount(id), useFeesOf(id)].every(isSettled)
  return (
    <Page title={words.title} about={words.about}>
      <Card title={words.personal}>
        <Loaded of={profile} skeleton={<ListSkeleton rows={useIsNarrow() ? 7 : 4} />} failed={words.loadFailed}>
          {(user) => (
            <>
              <PersonDetails user={user} />
              <p className="mt-6 border-line border-t pt-4 text-muted text-sm">{words.changes}</p>
            </>
          )}
        </Loaded>
      </Card>
      {hasDetails && (
        <>
          <MyLocker studentId={id} />
          <MyFees studentId={id}>
            <PayMyFees studentId={id} />
          </MyFees>
          {hasFees && <Embed screen={pushCard} />}
        </>
      )}
    </Page>
  )
}
