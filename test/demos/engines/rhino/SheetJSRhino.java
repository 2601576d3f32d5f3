import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;

/** Prints a worksheet as CSV, saves the workbook as XLSX. */
public class SheetJSRhino {
  public static void main(String[] args) throws Exception {
    Context cx = Context.enter();
    try {
      // #region load
      // interpret: older releases cannot compile so large a script
      cx.setOptimizationLevel(-1);
      cx.setLanguageVersion(Context.VERSION_ES6);
      Scriptable scope = cx.initStandardObjects();
      // typed arrays of Rhino fail in XLS files; without them the library uses plain arrays
      run(cx, scope, "var global = this; var console = { log() {}, error() {}, warn() {} }; delete this.Uint8Array;");
      run(cx, scope, Files.readString(Path.of("shim.min.js")));
      run(cx, scope, Files.readString(Path.of("xlsx.full.min.js")));
      // #endregion

      // #region read
      byte[] bytes = Files.readAllBytes(Path.of(args[0]));
      ScriptableObject.putProperty(scope, "b64", Base64.getEncoder().encodeToString(bytes));
      // highlight-next-line
      run(cx, scope, "var wb = XLSX.read(b64, { type: 'base64' });");
      System.out.println(run(cx, scope, "XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]])"));
      // #endregion

      // #region write
      // highlight-next-line
      String out = run(cx, scope, "XLSX.write(wb, { type: 'base64', bookType: 'xlsx' })");
      Files.write(Path.of(args[1]), Base64.getDecoder().decode(out));
      // #endregion
    } finally {
      Context.exit();
    }
  }

  private static String run(Context cx, Scriptable scope, String code) {
    return Context.toString(cx.evaluateString(scope, code, "sheetjs", 1, null));
  }
}
