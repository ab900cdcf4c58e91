import { chromium } from '@playwright/test'
import { existsSync } from 'node:fs'
const flags=['--no-sandbox','--disable-quic','--disable-background-networking','--disable-component-update','--disable-sync']
const browser=await chromium.launch({args:flags, executablePath: process.env.PONTIC_CHROMIUM})
const base='http://127.0.0.1:18106'
const state='/tmp/board-shots/state.json'
if(!existsSync(state)){
  const c=await browser.newContext(); const p=await c.newPage()
  await p.goto(base+'/login'); await p.getByRole('textbox').first().fill('bob@northlight.example')
  await p.locator('input[type=password]').fill('pontic-demo-26'); await p.getByRole('checkbox').first().check().catch(()=>{}); await p.keyboard.press('Enter')
  await p.waitForURL(u=>!u.pathname.includes('login'),{timeout:60000}); await p.waitForTimeout(2000)
  await c.storageState({path:state}); await c.close()
}
const only=process.argv.slice(2)
const jobs=[
 ['day-1440','/order/list?layout=day',1440,900,'en_US','light'],
 ['day-820-de','/order/list?layout=day',820,1000,'de_DE','dark'],
 ['day-390-ru','/order/list?layout=day',390,844,'ru_RU','light'],
 ['tech-1440','/order/list?layout=technician',1440,900,'de_DE','dark'],
 ['list-390','/order/list',390,844,'de_DE','light'],
 ['ship-1440','/order/list?status=accepted',1440,900,'de_DE','light','ship'],
 ['ship-390','/order/list?status=accepted',390,844,'ru_RU','dark','ship'],
 ['assign-820','/order/list?status=accepted',820,900,'ru_RU','light','assign'],
]
for(const [name,path,width,height,lang,scheme,act] of jobs){
  if(only.length&&!only.includes(name)) continue
  const c=await browser.newContext({storageState:state,viewport:{width,height},colorScheme:scheme})
  await c.addCookies([{name:'language',value:lang,url:base}])
  const p=await c.newPage(); p.on('pageerror',e=>console.log(name,'PAGEERROR',e.message))
  p.on('console',m=>m.type()==='error'&&console.log(name,m.text().slice(0,200)))
  await p.goto(base+path); await p.waitForTimeout(4000)
  if(act){ await p.keyboard.press('Shift+X'); await p.waitForTimeout(800)
    await p.screenshot({path:`/tmp/board-shots/${name}-bar.png`})
    if(act==='ship'){ await p.keyboard.press('s'); await p.waitForTimeout(2500); await p.keyboard.type('1Z999AA10123456784'); await p.keyboard.press('Enter'); await p.keyboard.type('abc'); await p.keyboard.press('Enter') }
    else { await p.locator('.bulk-bar button').nth(2).click(); await p.waitForTimeout(2500) }
    await p.waitForTimeout(500)
  }
  await p.screenshot({path:`/tmp/board-shots/${name}.png`}); await c.close(); console.log(name)
}
await browser.close()
