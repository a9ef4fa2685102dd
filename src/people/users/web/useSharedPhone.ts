import { foldPhone } from '#contract/phone.ts'
import { useCall } from '#web/api/queryClient.ts'
import { useWords } from '#web/words.ts'
import { usersApi } from '../users.contract.ts'
import { userFormsEn } from '../users.forms.en.ts'

/**
 * Returns the sentence that says who else signs in with this number, or undefined if nobody does. `userId` is the person with the
 * number.
 */
export const useSharedPhone = (phone: string, userId: string | undefined): string | undefined => {
  const words = useWords(userFormsEn)
  const number = foldPhone(phone)
  const query = { search: number?.replace(/^91(?=\d{10}$)/, '') ?? '', status: 'active', limit: '50' } as const
  const { data } = useCall(usersApi.list, { query }, { enabled: number !== undefined })
  const owners = number === undefined ? [] : (data?.items ?? []).filter((user) => user._id !== userId && foldPhone(user.phone) === number)
  const [first] = owners
  return first && words.sharedPhone(first.name, owners.length - 1)
}
