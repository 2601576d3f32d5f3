export default async function check({ checkComponents }) {
  await checkComponents("dist/sheet-angular/browser");
}
