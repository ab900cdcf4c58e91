import { type Route, type RouteName, routes } from '@pontic/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addressOf } from '../../test/people.ts'
import { newId } from '../db/ids.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** The 91 calls that the product has to answer by its specification, copied by hand, with the route that answers each. */
const specified: [method: string, path: string, name: RouteName][] = [
  ['GET', '/oauth/token', 'session.createByQuery'],

  ['GET', '/restful/accounts/{username}', 'accounts.get'],
  ['POST', '/restful/accounts', 'members.register'],
  ['PUT', '/restful/accounts', 'accounts.update'],
  ['GET', '/restful/accounts/code/{id}', 'captcha.picture'],
  ['POST', '/restful/accounts/code', 'captcha.create'],
  ['POST', '/restful/accounts/changepwd', 'accounts.changePassword'],
  ['POST', '/restful/accounts/resetpwd', 'accounts.resetPassword'],
  ['POST', '/restful/accounts/resetPwdByEmailCode', 'accounts.resetPwdByEmailCode'],
  ['POST', '/restful/accounts/checkmobile', 'accounts.sendMobileCode'],
  ['POST', '/restful/accounts/resetmobile', 'accounts.setMobile'],
  ['POST', '/restful/accounts/sendPwdResetEmail', 'accounts.sendPwdResetEmail'],
  ['POST', '/restful/accounts/sendVerifyEmailAgain', 'accounts.sendVerifyEmailAgain'],
  ['POST', '/restful/accounts/verifyEmailByEmailCode', 'accounts.verifyEmailByEmailCode'],
  ['POST', '/restful/accounts/checkEmailAvailable', 'accounts.checkEmailAvailable'],
  ['POST', '/restful/accounts/sendModifyEmailEmail', 'accounts.sendModifyEmailEmail'],
  ['POST', '/restful/accounts/modifyEmailByEmailCode', 'accounts.modifyEmailByEmailCode'],
  ['POST', '/restful/accounts/orgUserList', 'members.list'],
  ['PUT', '/restful/accounts/bandOrgUser/{id}', 'members.disable'],
  ['PUT', '/restful/accounts/unBandOrgUser/{id}', 'members.enable'],
  ['PUT', '/restful/accounts/editOrgUser', 'members.update'],
  ['POST', '/restful/accounts/createOrgUser', 'members.create'],

  ['POST', '/restful/organizations', 'organizations.register'],
  ['POST', '/restful/organizations/createOrganizationWithAccount', 'organizations.createWithAccount'],
  ['POST', '/restful/organizations/getRegOrgListByName', 'organizations.listByName'],
  ['POST', '/restful/organizations/getRegOrgInfoByName', 'organizations.findByName'],
  ['POST', '/restful/organizations/getPartnerSearchList', 'partners.search'],
  ['POST', '/restful/organizations/apply', 'partners.apply'],
  ['POST', '/restful/organizations/apply/list', 'partners.listApplications'],
  ['PUT', '/restful/organizations/apply', 'partners.answer'],
  ['POST', '/restful/organizations/partner/list', 'partners.list'],
  ['PUT', '/restful/organizations/remove', 'partners.remove'],
  ['PUT', '/restful/organizations/cancel', 'partners.cancel'],
  ['GET', '/restful/organizations/partners', 'partners.listOptions'],
  ['GET', '/restful/organizations', 'organizations.get'],
  ['PUT', '/restful/organizations/address', 'organizations.updateAddress'],
  ['PUT', '/restful/organizations', 'organizations.update'],

  ['POST', '/restful/manage/orderlist', 'manage.listOrders'],
  ['GET', '/restful/manage/orgoptions', 'manage.orgOptions'],
  ['GET', '/restful/manage/allorgoptions', 'manage.allOrgOptions'],
  ['POST', '/restful/manage/userlist', 'manage.listUsers'],
  ['PUT', '/restful/manage/banduser/{id}', 'manage.banUser'],
  ['PUT', '/restful/manage/unbanduser/{id}', 'manage.unbanUser'],
  ['DELETE', '/restful/manage/account/delete/{id}', 'manage.deleteUser'],
  ['PUT', '/restful/manage/edituser', 'manage.updateUser'],
  ['POST', '/restful/manage/createuser', 'manage.createUser'],
  ['POST', '/restful/manage/organizationList', 'manage.listOrganizations'],
  ['POST', '/restful/manage/organization/{id}', 'manage.getOrganization'],
  ['PUT', '/restful/manage/bandorganization/{id}', 'manage.banOrganization'],
  ['PUT', '/restful/manage/unbandorganization/{id}', 'manage.unbanOrganization'],
  ['DELETE', '/restful/manage/organization/delete/{id}', 'manage.deleteOrganization'],
  ['PUT', '/restful/manage/editorganization', 'manage.updateOrganization'],
  ['DELETE', '/restful/manage/order/{id}', 'manage.deleteOrder'],
  ['GET', '/restful/manage/suserlist', 'manage.listOperatorCandidates'],
  ['GET', '/restful/manage/typelist', 'worktypes.list'],
  ['GET', '/restful/manage/operatorlist', 'operators.list'],
  ['DELETE', '/restful/manage/workopr/{id}', 'operators.delete'],
  ['POST', '/restful/manage/workopr/{id}', 'operators.create'],
  ['GET', '/restful/manage/operatoroptions', 'operators.listOptions'],
  ['DELETE', '/restful/manage/worktype/{id}', 'worktypes.delete'],
  ['POST', '/restful/manage/worktype', 'worktypes.create'],
  ['PUT', '/restful/manage/worktype', 'worktypes.update'],
  ['GET', '/restful/manage/pushoptions', 'pushSettings.listOptions'],
  ['PUT', '/restful/manage/editorgpush', 'pushSettings.assign'],
  ['GET', '/restful/manage/pulloptions', 'pullSettings.listOptions'],
  ['PUT', '/restful/manage/editorgpull', 'pullSettings.assign'],

  ['GET', '/restful/dashboard/stat', 'dashboard.stat'],
  ['GET', '/restful/dashboard/chart', 'dashboard.chart'],
  ['POST', '/restful/dashboard/getOrderTypeStatData', 'dashboard.getOrderTypeStatData'],

  ['POST', '/restful/orders/list', 'orders.list'],
  ['PUT', '/restful/orders/case', 'orders.send'],
  ['PUT', '/restful/orders/made', 'orders.accept'],
  ['PUT', '/restful/orders/reject', 'orders.reject'],
  ['PUT', '/restful/orders/ship', 'orders.ship'],
  ['PUT', '/restful/orders/completed', 'orders.complete'],
  ['PUT', '/restful/orders/remark', 'orders.remark'],
  ['GET', '/restful/orders/{id}', 'orders.get'],

  ['GET', '/restful/workorder/type', 'workorders.listTypes'],
  ['POST', '/restful/workorder/list', 'workorders.list'],
  ['POST', '/restful/workorder', 'workorders.create'],
  ['GET', '/restful/workorder/{id}', 'workorders.get'],
  ['PUT', '/restful/workorder', 'workorders.reply'],
  ['PUT', '/restful/workorder/handle', 'workorders.handle'],

  ['POST', '/restful/push/list', 'pushSettings.list'],
  ['POST', '/restful/push', 'pushSettings.create'],
  ['PUT', '/restful/push', 'pushSettings.update'],
  ['DELETE', '/restful/push/{id}', 'pushSettings.delete'],
  ['POST', '/restful/pull/list', 'pullSettings.list'],
  ['POST', '/restful/pull', 'pullSettings.create'],
  ['PUT', '/restful/pull', 'pullSettings.update'],
  ['DELETE', '/restful/pull/{id}', 'pullSettings.delete'],
]

const params = { id: newId(), username: 'me' }
const fill = (path: string) => path.replace('{id}', params.id).replace('{username}', params.username)

async function callWithoutSession(method: string, path: string): Promise<[number, string | undefined]> {
  const hasBody = method === 'POST' || method === 'PUT'
  const response = await fetch(app.url + fill(path), {
    method,
    ...(hasBody ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}),
  })
  const isJson = response.headers.get('content-type')?.includes('json')
  return [response.status, isJson ? ((await response.json()) as { error?: string }).error : undefined]
}

it('the specification lists 91 calls, each once', () => {
  expect(new Set(specified.map(([method, path]) => `${method} ${path}`)).size).toBe(91)
})

it.each(specified)('%s %s is answered by %s', async (method, path, name) => {
  const { permission, method: routeMethod } = routes[name] as Route
  expect([routeMethod, addressOf(name, { params })]).toEqual([method, fill(path)])
  const [status, error] = await callWithoutSession(method, path)
  if (permission !== 'public') expect([status, error]).toEqual([401, 'request.unauthenticated'])
  expect([405, 501]).not.toContain(status)
  expect(error).not.toBe('request.not_found')
})

it('an unknown path answers 404, and a wrong method of a known path 405', async () => {
  expect(await callWithoutSession('GET', '/restful/orders/case/now')).toEqual([404, 'request.not_found'])
  expect((await callWithoutSession('DELETE', '/restful/orders/ship'))[0]).toBe(405)
})
