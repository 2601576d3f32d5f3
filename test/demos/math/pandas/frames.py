import json
import subprocess

import pandas as pd


# #region calls
def read_sheet(path):
    done = subprocess.run(["node", "sheet.js", "read", path], check=True, capture_output=True, encoding="utf-8")
    # highlight-next-line
    return pd.DataFrame.from_records(json.loads(done.stdout))


def write_sheet(df, path):
    # highlight-next-line
    text = df.to_json(orient="records", date_format="iso", double_precision=15)
    subprocess.run(["node", "sheet.js", "write", path], check=True, input=text, encoding="utf-8")
# #endregion


df = read_sheet("pres.numbers")
print(df)
print(df["Index"].mean())
write_sheet(df.sort_values("Index", ascending=False), "sorted.xlsb")
print(read_sheet("sorted.xlsb").iloc[0]["Name"])
