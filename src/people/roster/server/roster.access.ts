import { type AccessTable, admins, type Prepare, staff } from '#server/testing/access/table.ts'
import { unique } from '#server/testing/access/things.ts'
import type { rosterApi } from '../roster.contract.ts'

const register = (fields: Record<string, string>, text = `Name,Email\nAsha,${unique('asha')}@example.org`): Prepare => {
  return () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new File([text], 'register.csv'))
    return { body: form }
  }
}

export const rosterAccess: AccessTable<typeof rosterApi> = {
  download: { all: [() => ({ query: 'format=csv' }), staff(200)] },
  template: { all: [() => ({ query: 'format=xlsx' }), admins(200)] },
  leftOut: {
    all: [async (world, me) => ({ ...(await register({}, 'Name\nAsha')(world, me)), query: 'format=csv' }), admins(200)],
    'without names': [async (world, me) => ({ ...(await register({}, 'Phone\n1')(world, me)), query: 'format=csv' }), admins(400)],
  },
  importStudents: {
    'to see what would be done': [register({ dryRun: 'true' }), admins(200)],
    'with problems': [register({ dryRun: 'false' }, 'Name\nAsha'), admins(400)],
    'for good': [
      async (world, me) => register({ dryRun: 'false' }, `Name,Email\nAsha,${unique('asha')}@example.org`)(world, me),
      admins(200),
    ],
  },
}
