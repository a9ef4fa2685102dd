import { defaultPalette } from '#contract/theme/palette.ts'
import { defaultTheme } from '#contract/theme/predefined.ts'
import {
  type AccessTable,
  admins,
  malformedId,
  missing,
  nothing,
  open,
  type Prepare,
  sending,
  superadmins,
  type World,
} from '#server/testing/access/table.ts'
import { storePicture, unique } from '#server/testing/access/things.ts'
import type { customizationApi } from '../customization.contract.ts'
import { untouched } from './customization.service.ts'

const newTheme = async ({ app, admin }: World): Promise<string> => {
  // There is room for ten themes, and each caller creates one.
  await app.db.deleteFrom('themes').execute()
  return (await admin.post('/customization/themes/custom', { name: unique('Dusk'), colors: defaultPalette })).body._id
}
const theme: Prepare = async (world) => ({ id: await newTheme(world) })
const deletedTheme: Prepare = async (world) => {
  const id = await newTheme(world)
  await world.admin.del(`/customization/themes/custom/${id}`)
  return { id }
}

const logo: Prepare = async (world) => {
  const sha256 = await storePicture(world, unique('hall'), async (tx, logoSha256) => {
    await tx.deleteFrom('customization').execute()
    await tx
      .insertInto('customization')
      .values({ ...untouched, logoSha256 })
      .execute()
  })
  return { sha256 }
}
const otherLogo: Prepare = async (world, me) => {
  await logo(world, me)
  return { sha256: '0'.repeat(64) }
}

export const customizationAccess: AccessTable<typeof customizationApi> = {
  get: { all: [nothing, open(200)] },
  themes: { all: [nothing, admins(200)] },
  figures: { all: [nothing, admins(200)] },
  logo: {
    any: [logo, open(200)],
    missing: [otherLogo, open(404)],
    malformedId: [() => ({ sha256: "' or 1=1 --" }), open(404)],
    deleted: [
      async (world, me) => {
        const sent = await logo(world, me)
        await world.admin.del('/customization/logo')
        return sent
      },
      open(404),
    ],
  },
  uploadLogo: { nothing: [() => ({ body: new FormData() }), admins(400)] },
  removeLogo: { any: [nothing, admins(200)] },
  updateLogoSize: { any: [() => ({ body: { logoSize: 60 } }), admins(200)] },
  toggleLogo: { any: [() => ({ body: { showLogo: false } }), admins(200)] },
  updateSystemName: { any: [() => ({ body: { systemName: unique('Hall') } }), admins(200)] },
  applyTheme: {
    predefined: [() => ({ body: { themeId: defaultTheme._id } }), admins(200)],
    'of nobody': [() => ({ body: { themeId: 'nowhere' } }), admins(400)],
  },
  createTheme: {
    any: [
      async ({ app }) => {
        await app.db.deleteFrom('themes').execute()
        return { body: { name: unique('Dawn'), colors: defaultPalette } }
      },
      admins(201),
    ],
  },
  updateTheme: {
    any: [sending(theme, { name: 'Noon' }), admins(200)],
    missing: [sending(missing, {}), admins(404)],
    malformedId: [sending(malformedId, {}), admins(404)],
    deleted: [sending(deletedTheme, {}), admins(404)],
  },
  removeTheme: {
    any: [theme, admins(204)],
    missing: [missing, admins(404)],
    malformedId: [malformedId, admins(404)],
    deleted: [deletedTheme, admins(404)],
  },
  updateLanding: { any: [() => ({ body: { address: unique('1, Station Road') } }), admins(200)] },
  updateHall: { any: [() => ({ body: { seats: 50 } }), admins(200)] },
  updateChat: { any: [() => ({ body: { studentsMayWrite: 'staff' } }), admins(200)] },
  updateDocuments: { any: [() => ({ body: { officeViewer: 'google' } }), admins(200)] },
  updateRules: { any: [() => ({ body: { preset: 'strict' } }), superadmins(200)] },
}
